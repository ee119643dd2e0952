import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, isDuplicateKey } from '@khmer-learning/service-kit';
import type { AttemptModel, AttemptRow } from './attempt.model.ts';
import { networkOf } from './network-of.ts';

const windowMs = 15 * 60_000;

/** How many tries are heard at once and without delay, and how the delays grow after that: each twice the last. */
interface Rule {
  readonly free: number;
  readonly maxDelayMs: number;
}
const firstDelayMs = 30_000;
const rules = {
  /** Wrong tries of one account from one network, or from one browser that has signed in to it before. */
  account: { free: 5, maxDelayMs: 15 * 60_000 },
  /** Accounts tried from one network with wrong passwords. */
  network: { free: 50, maxDelayMs: 15 * 60_000 },
  /** Wrong tries of one account from all networks: short delays, as its owner may be on a new device. */
  everywhere: { free: 100, maxDelayMs: 60_000 },
} as const;

/** Tries of one account from one network or browser, right or wrong: each costs a hash. */
const signIns = { limit: 30, windowMs: 5 * 60_000 } as const;

const lookAgainMs = 50;

/** Whose tries are counted. */
export interface Trier {
  readonly email: string;
  /** Network address of the person's machine. */
  readonly address: string;
  /** Of a browser that has signed in to this account before: it has a count of its own. */
  readonly browser?: string | undefined;
}

/** Keeps passwords from being guessed and costly calls from being repeated, across all processes. */
export interface AttemptLimits {
  /**
   * Runs the check of a password, unless there were too many wrong ones. A right one clears the count of the account
   * and network.
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
   * @throws ApiError 429 with the seconds to wait, beyond `limit` uses per `forMs` (a quarter of an hour unless told)
   */
  spend(key: string, limit: number, forMs?: number): Promise<void>;
  /** As `spend`, for those who must not be told. @returns whether it is within the limit */
  isWithin(key: string, limit: number, forMs?: number): Promise<boolean>;
  /** Forgets the account's wrong tries, wherever they came from. */
  clear(email: string): Promise<void>;
}

/** A try that is being checked. */
interface Place {
  readonly key: string;
  readonly startedAt: Date;
  readonly rule: Rule;
  /** How many wrong ones there are if this and all that are being checked are wrong. */
  readonly position: number;
}
/** What becomes of a place: a right try clears the count, a wrong one stays in it, `nothing` leaves no trace. */
type Outcome = 'right' | 'wrong' | 'nothing';

/** @param patienceMs how long a try waits while others of the same account or network are being checked */
export function createAttemptLimits(attempts: AttemptModel, patienceMs: number): AttemptLimits {
  /** Takes one of the places left, so that tries at the same time cannot all see the last one free. */
  async function takePlace(key: string, rule: Rule, now: Date): Promise<Place | undefined> {
    const row = await attempts
      .findOneAndUpdate(
        {
          _id: key,
          expiresAt: { $gt: now },
          $or: [
            { $expr: { $lt: [{ $add: ['$count', '$pending'] }, rule.free] } },
            { pending: { $lte: 0 }, blockedUntil: { $lte: now } },
          ],
        },
        { $inc: { pending: 1 } },
        { new: true },
      )
      .lean<AttemptRow>();
    if (row) return { key, startedAt: row.startedAt, rule, position: row.count + row.pending };
    const isOpen = await openWindow(key, now, windowMs, { count: 0, pending: 1 });
    return isOpen ? { key, startedAt: now, rule, position: 1 } : undefined;
  }

  /** @returns false when somebody else's row is there and still counts */
  async function openWindow(
    key: string,
    now: Date,
    forMs: number,
    first: Pick<AttemptRow, 'count' | 'pending'>,
  ): Promise<boolean> {
    const expiresAt = new Date(now.getTime() + forMs);
    try {
      await attempts.updateOne(
        { _id: key, expiresAt: { $lte: now } },
        { $set: { ...first, startedAt: now, blockedUntil: now, expiresAt } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async function reserve(key: string, rule: Rule, deadline: number): Promise<Place> {
    for (;;) {
      const now = new Date();
      const place = await takePlace(key, rule, now);
      if (place) return place;
      const row = await attempts.findById(key).lean<AttemptRow>();
      const waitMs = row && row.count >= rule.free ? row.blockedUntil.getTime() - now.getTime() : 0;
      if (waitMs > 0) throw tooMany(waitMs);
      if (Date.now() > deadline) throw tooMany(1_000);
      await pause(lookAgainMs);
    }
  }

  /** @returns how many wrong ones there were before */
  async function settle({ key, startedAt, rule, position }: Place, outcome: Outcome): Promise<number> {
    const before = await attempts
      .findOneAndUpdate({ _id: key, startedAt }, settlement(outcome, delayAfter(position, rule)))
      .lean<AttemptRow>();
    return before?.count ?? 0;
  }

  async function use(key: string, limit: number, forMs: number): Promise<ApiError | undefined> {
    for (;;) {
      const now = new Date();
      const used = await attempts
        .findOneAndUpdate(
          { _id: key, expiresAt: { $gt: now }, count: { $lt: limit } },
          { $inc: { count: 1 } },
        )
        .lean<AttemptRow>();
      if (used || (await openWindow(key, now, forMs, { count: 1, pending: 0 }))) return undefined;
      const row = await attempts.findById(key).lean<AttemptRow>();
      if (row && row.count >= limit) return tooMany(row.expiresAt.getTime() - now.getTime());
    }
  }

  async function spend(key: string, limit: number, forMs: number = windowMs): Promise<void> {
    const refusal = await use(key, limit, forMs);
    if (refusal) throw refusal;
  }

  return {
    async judge({ email, address, browser }, check) {
      const network = networkOf(address);
      const counted = browser === undefined ? network : `browser ${browser}`;
      const deadline = Date.now() + patienceMs;
      // Whoever tries elsewhere is nothing to a browser that is known.
      const others: Place[] = [];
      let account: Place | undefined;
      try {
        if (browser === undefined) {
          others.push(await reserve(`network:${network}`, rules.network, deadline));
          others.push(await reserve(`account:${email}`, rules.everywhere, deadline));
        }
        account = await reserve(`account:${email} ${counted}`, rules.account, deadline);
        await spend(`sign-ins:${email} ${counted}`, signIns.limit, signIns.windowMs);
        const given = await check();
        const right = given !== undefined;
        const wrongBefore = await settle(account, right ? 'right' : 'wrong');
        const [inNetwork, everywhere] = others;
        if (everywhere) await settle(everywhere, right ? 'nothing' : 'wrong');
        if (inNetwork) {
          // A network is told by the accounts tried, not by the tries.
          const isNew = wrongBefore === 0 || inNetwork.position >= rules.network.free;
          await settle(inNetwork, !right && isNew ? 'wrong' : 'nothing');
          if (right && wrongBefore > 0) await forgive(inNetwork);
        }
        return given;
      } catch (error) {
        await Promise.all(
          [...others, ...(account ? [account] : [])].map((place) => settle(place, 'nothing')),
        );
        throw error;
      }
    },

    spend,

    async isWithin(key, limit, forMs = windowMs) {
      return (await use(key, limit, forMs)) === undefined;
    },

    async clear(email) {
      // The account's own row, and one for each network and browser: a space is part of no address.
      await attempts.deleteMany({ _id: { $gte: `account:${email} `, $lt: `account:${email}!` } });
      await attempts.deleteOne({ _id: `account:${email}` });
    },
  };

  /** Who got in after a wrong try was no guesser. */
  async function forgive({ key, startedAt }: Place): Promise<void> {
    await attempts.updateOne({ _id: key, startedAt, count: { $gt: 0 } }, { $inc: { count: -1 } });
  }
}

function settlement(outcome: Outcome, delayMs: number) {
  const $inc = { pending: -1, count: outcome === 'wrong' ? 1 : 0 };
  if (outcome === 'right') return { $inc: { pending: -1 }, $set: { count: 0 } };
  if (outcome === 'nothing') return { $inc };
  const blockedUntil = Date.now() + delayMs;
  return {
    $inc,
    $max: { blockedUntil: new Date(blockedUntil), expiresAt: new Date(blockedUntil + windowMs) },
  };
}

function delayAfter(position: number, { free, maxDelayMs }: Rule): number {
  return position < free ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** (position - free));
}

function tooMany(waitMs: number): ApiError {
  return new ApiError(429, 'Too many attempts. Please try again later.', {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}
