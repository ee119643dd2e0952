import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, isDuplicateKey, modelOf, networkOf } from '@khmer-learning/service-kit';
import { type Connection, Schema } from 'mongoose';

/** The counter of attempts of one account, network or browser, or of uses of a rate-limited call. */
interface AttemptRow {
  /** `account:<email>`, `account:<email> <network or browser>`, `network:<network>`, or the key of a limited call. */
  _id: string;
  /** Wrong attempts, or uses of a rate-limited call. */
  count: number;
  /** Attempts that are being checked now, possibly by another process. */
  pending: number;
  /** Distinguishes a window from the next one under the same id. */
  startedAt: Date;
  /** Until this time further attempts are rejected. */
  blockedUntil: Date;
  /** The end of the window. MongoDB deletes the row after this time. */
  expiresAt: Date;
}

const attemptSchema = new Schema<AttemptRow>(
  {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    pending: { type: Number, required: true },
    startedAt: { type: Date, required: true },
    blockedUntil: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'rate_limits', versionKey: false },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const attemptModel = modelOf('Attempt', attemptSchema);

const windowMs = 15 * 60_000;
/** Most invitations to one address per window. */
export const maxInvitationsPerAddress = 5;

/** `free` wrong attempts are allowed without delay. Then each delay is twice the previous one, up to `maxDelayMs`. */
interface Rule {
  readonly free: number;
  readonly maxDelayMs: number;
}
const initialDelayMs = 30_000;
const rules = {
  /** Wrong attempts for one account from one network, or from one browser that has signed in to it before. */
  account: { free: 5, maxDelayMs: 15 * 60_000 },
  /** Number of accounts that one network has tried with wrong passwords. */
  network: { free: 50, maxDelayMs: 15 * 60_000 },
  /** Wrong attempts for one account from all networks. The delays are short because the owner may use a new device. */
  everywhere: { free: 100, maxDelayMs: 60_000 },
} as const;

/** Most attempts for one account from one network or browser, right or wrong, because each costs a hash. */
const signInLimit = { limit: 30, windowMs: 5 * 60_000 } as const;

const pollIntervalMs = 50;

/** The account and origin of an attempt. */
interface Attempt {
  readonly email: string;
  /** IP address of the client. */
  readonly address: string;
  /** Id of a browser that has signed in to this account before. It has a counter of its own. */
  readonly browser?: string | undefined;
}

/** Limits password attempts and expensive calls. The counters are in MongoDB and apply to all processes together. */
export type AttemptLimiter = ReturnType<typeof createAttemptLimiter>;

/** A reserved attempt whose password is being checked. */
interface AttemptSlot {
  readonly key: string;
  readonly startedAt: Date;
  readonly rule: Rule;
  /** The count of wrong attempts if this one and all other pending ones turn out wrong. */
  readonly position: number;
}
/** How a slot is released: `right` resets the counter, `wrong` increments it, `nothing` leaves it unchanged. */
type Outcome = 'right' | 'wrong' | 'nothing';

/** @param timeoutMs how long an attempt waits while others of the same account or network are being checked */
export function createAttemptLimiter(connection: Connection, timeoutMs: number) {
  const attempts = attemptModel(connection);

  /** Reserves a slot atomically, so that concurrent attempts cannot all take the last free one. */
  async function tryAcquireSlot(key: string, rule: Rule, now: Date): Promise<AttemptSlot | undefined> {
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

  /** Starts a new counting window. @returns false when another request has already started one */
  async function openWindow(
    key: string,
    now: Date,
    periodMs: number,
    first: Pick<AttemptRow, 'count' | 'pending'>,
  ): Promise<boolean> {
    const expiresAt = new Date(now.getTime() + periodMs);
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

  async function acquireSlot(key: string, rule: Rule, deadline: number): Promise<AttemptSlot> {
    for (;;) {
      const now = new Date();
      const slot = await tryAcquireSlot(key, rule, now);
      if (slot) return slot;
      const row = await attempts.findById(key).lean<AttemptRow>();
      const waitMs = row && row.count >= rule.free ? row.blockedUntil.getTime() - now.getTime() : 0;
      if (waitMs > 0) throw tooManyAttemptsError(waitMs);
      // There is a free slot: another request opened the window in between, or a slot was released.
      if (row && row.count + row.pending < rule.free) continue;
      if (Date.now() > deadline) throw tooManyAttemptsError(1_000);
      await pause(pollIntervalMs);
    }
  }

  /** @returns the count of wrong attempts before this one */
  async function releaseSlot(
    { key, startedAt, rule, position }: AttemptSlot,
    outcome: Outcome,
  ): Promise<number> {
    const before = await attempts
      .findOneAndUpdate({ _id: key, startedAt }, releaseUpdate(outcome, delayAfter(position, rule)))
      .lean<AttemptRow>();
    return before?.count ?? 0;
  }

  async function tryUse(key: string, limit: number, periodMs: number): Promise<ApiError | undefined> {
    for (;;) {
      const now = new Date();
      const used = await attempts
        .findOneAndUpdate(
          { _id: key, expiresAt: { $gt: now }, count: { $lt: limit } },
          { $inc: { count: 1 } },
        )
        .lean<AttemptRow>();
      if (used || (await openWindow(key, now, periodMs, { count: 1, pending: 0 }))) return undefined;
      const row = await attempts.findById(key).lean<AttemptRow>();
      if (row && row.count >= limit) return tooManyAttemptsError(row.expiresAt.getTime() - now.getTime());
    }
  }

  /** Counts one use of a call. @throws ApiError 429 with the seconds to wait, beyond `limit` uses per `periodMs` */
  async function consume(key: string, limit: number, periodMs = windowMs): Promise<void> {
    const refusal = await tryUse(key, limit, periodMs);
    if (refusal) throw refusal;
  }

  return {
    /**
     * Runs the check of a password, unless there were too many wrong attempts. A right one resets the counter.
     * @param check returns undefined for a wrong one; never runs more often than the limits allow, also concurrently
     * @throws ApiError 429 with the seconds to wait
     */
    async checkAttempt<T>(
      { email, address, browser }: Attempt,
      check: () => Promise<T | undefined>,
    ): Promise<T | undefined> {
      const network = networkOf(address);
      const source = browser === undefined ? network : `browser ${browser}`;
      const deadline = Date.now() + timeoutMs;
      // Attempts from elsewhere do not affect a known browser.
      const others: AttemptSlot[] = [];
      let account: AttemptSlot | undefined;
      try {
        if (browser === undefined) {
          others.push(await acquireSlot(`network:${network}`, rules.network, deadline));
          others.push(await acquireSlot(`account:${email}`, rules.everywhere, deadline));
        }
        account = await acquireSlot(`account:${email} ${source}`, rules.account, deadline);
        await consume(`sign-ins:${email} ${source}`, signInLimit.limit, signInLimit.windowMs);
        const result = await check();
        const right = result !== undefined;
        const wrongBefore = await releaseSlot(account, right ? 'right' : 'wrong');
        const [inNetwork, everywhere] = others;
        if (everywhere) await releaseSlot(everywhere, right ? 'nothing' : 'wrong');
        if (inNetwork) {
          // A network is rated by the number of accounts it tried, not by the number of attempts.
          const isNew = wrongBefore === 0 || inNetwork.position >= rules.network.free;
          await releaseSlot(inNetwork, !right && isNew ? 'wrong' : 'nothing');
          if (right && wrongBefore > 0) await decrementCount(inNetwork);
        }
        return result;
      } catch (error) {
        await Promise.all(
          [...others, ...(account ? [account] : [])].map((slot) => releaseSlot(slot, 'nothing')),
        );
        throw error;
      }
    },

    consume,

    /** Like `consume`, for calls that must not reveal the limit. @returns whether the use is within the limit */
    async tryConsume(key: string, limit: number, periodMs = windowMs) {
      return (await tryUse(key, limit, periodMs)) === undefined;
    },

    /** Resets the account's wrong attempts from all networks and browsers. */
    async clear(email: string) {
      // The account has a row of its own and one per network and browser. No email address contains a space.
      await attempts.deleteMany({ _id: { $gte: `account:${email} `, $lt: `account:${email}!` } });
      await attempts.deleteOne({ _id: `account:${email}` });
    },
  };

  /** Removes the network's wrong attempt after a right password, because its sender only mistyped. */
  async function decrementCount({ key, startedAt }: AttemptSlot): Promise<void> {
    await attempts.updateOne({ _id: key, startedAt, count: { $gt: 0 } }, { $inc: { count: -1 } });
  }
}

function releaseUpdate(outcome: Outcome, delayMs: number) {
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
  return position < free ? 0 : Math.min(maxDelayMs, initialDelayMs * 2 ** (position - free));
}

function tooManyAttemptsError(waitMs: number): ApiError {
  return new ApiError(429, 'Too many attempts. Please try again later.', {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}
