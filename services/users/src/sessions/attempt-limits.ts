import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, isDuplicateKey } from '@khmer-learning/service-kit';
import type { AttemptModel, AttemptRow } from './attempt.model.ts';
import { networkOf } from './network-of.ts';

/** Wrong tries within `windowMs` after which no more are heard (decisions, Sessions and passwords). */
const attemptLimits = { perAccount: 5, perAddress: 50, windowMs: 15 * 60_000 } as const;

/** How long a try waits while others of the same account or address are being checked: less than the gateway does. */
const patienceMs = 1_500;
const lookAgainMs = 50;

/** Whose tries are counted. */
export interface Trier {
  readonly email: string;
  /** Network address of the person's machine. */
  readonly address: string;
}

/** Keeps passwords from being guessed, across all processes. */
export interface AttemptLimits {
  /**
   * Runs the check of a password, unless there were too many wrong ones. A right one clears the account's count.
   *
   * @param check gives something for a right password and undefined for a wrong one; never run more often
   * than the limits allow, however many tries arrive at once
   * @returns what `check` gave
   * @throws ApiError 429 with the seconds to wait
   */
  judge<T>(trier: Trier, check: () => Promise<T | undefined>): Promise<T | undefined>;
  /**
   * Counts one use of something that has no right or wrong.
   *
   * @returns whether it is within `limit` uses per window
   */
  spend(key: string, limit: number): Promise<boolean>;
  /** Forgets the account's wrong tries. */
  clear(email: string): Promise<void>;
}

type Reservation = Pick<AttemptRow, '_id' | 'expiresAt'>;
/** What becomes of a place: a right try clears the count, a wrong one stays in it, `nothing` leaves no trace. */
type Outcome = 'right' | 'wrong' | 'nothing';

export function createAttemptLimits(attempts: AttemptModel): AttemptLimits {
  /** Takes one of the places left, so that tries at the same time cannot all see the last one free. */
  async function takePlace(key: string, limit: number, now: Date): Promise<Reservation | undefined> {
    const open = await attempts
      .findOneAndUpdate(
        { _id: key, expiresAt: { $gt: now }, $expr: { $lt: [{ $add: ['$wrong', '$pending'] }, limit] } },
        { $inc: { pending: 1 } },
      )
      .lean<AttemptRow>();
    return open ?? (await openWindow(key, now));
  }

  async function openWindow(key: string, now: Date): Promise<Reservation | undefined> {
    const expiresAt = new Date(now.getTime() + attemptLimits.windowMs);
    try {
      await attempts.updateOne(
        { _id: key, expiresAt: { $lte: now } },
        { $set: { wrong: 0, pending: 1, expiresAt } },
        { upsert: true },
      );
      return { _id: key, expiresAt };
    } catch (error) {
      // Somebody else's row is there and still counts.
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }

  async function reserve(key: string, limit: number): Promise<Reservation> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const now = new Date();
      const place = await takePlace(key, limit, now);
      if (place) return place;
      const row = await attempts.findById(key).lean<AttemptRow>();
      if (row && row.wrong >= limit) throw tooMany(row.expiresAt.getTime() - now.getTime());
      if (Date.now() > deadline) throw tooMany(1_000);
      await pause(lookAgainMs);
    }
  }

  async function settle({ _id, expiresAt }: Reservation, outcome: Outcome): Promise<void> {
    const update =
      outcome === 'right'
        ? { $inc: { pending: -1 }, $set: { wrong: 0 } }
        : { $inc: { pending: -1, wrong: outcome === 'wrong' ? 1 : 0 } };
    await attempts.updateOne({ _id, expiresAt }, update);
  }

  return {
    async judge({ email, address }, check) {
      const machine = await reserve(addressKey(address), attemptLimits.perAddress);
      const account = await reserve(accountKey(email), attemptLimits.perAccount).catch(async (error) => {
        await settle(machine, 'nothing');
        throw error;
      });
      const given = await check().catch(async (error) => {
        await Promise.all([settle(machine, 'nothing'), settle(account, 'nothing')]);
        throw error;
      });
      const right = given !== undefined;
      await Promise.all([
        settle(machine, right ? 'nothing' : 'wrong'),
        settle(account, right ? 'right' : 'wrong'),
      ]);
      return given;
    },

    async spend(key, limit) {
      try {
        await settle(await reserve(key, limit), 'wrong');
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.status === 429) return false;
        throw error;
      }
    },

    async clear(email) {
      await attempts.updateOne({ _id: accountKey(email) }, { $set: { wrong: 0 } });
    },
  };
}

function accountKey(email: string): string {
  return `account:${email}`;
}

function addressKey(address: string): string {
  return `address:${networkOf(address)}`;
}

function tooMany(waitMs: number): ApiError {
  return new ApiError(429, 'Too many attempts. Please try again later.', {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}
