import type { Logger, RequestContext } from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import type { MailJobModel, MailJobRow } from './mail-job.model.ts';

/** Most mails that one process sends at the same time. */
const maxConcurrency = 3;
/** After this time another process may take a mail over. Longer than sending one may take. */
const leaseMs = 60_000;
const pollIntervalMs = 2_000;
const initialRetryDelayMs = 5_000;
const maxRetryDelayMs = 10 * 60_000;
const jobLifetimeMs = 24 * 60 * 60_000;

/** What the queue knows about a mail to be sent. */
export type MailJob = Pick<
  MailJobRow,
  'kind' | 'email' | 'about' | 'at' | 'language' | 'numerals' | 'registrationId' | 'requestId' | 'address'
>;

/** A durable mail queue. Any process sends the mails after the response, also after a crash of the one that queued. */
export interface MailQueue {
  /** Queues a mail. With a `session` it joins that transaction: call `wake` after the commit. */
  add(
    context: RequestContext,
    mail: Omit<MailJob, 'requestId' | 'address'>,
    session?: ClientSession,
  ): Promise<void>;
  /** Deletes the queued mails to an address, in a transaction. */
  discard(email: string, session: ClientSession): Promise<void>;
  /** Polls the queue now instead of at the next interval. */
  wake(): void;
  /** Stops polling. Resolves when the mails in flight are sent. */
  stop(): Promise<void>;
}

/**
 * Starts sending queued mails. A failed mail is retried with exponential back-off, from 5 s to 10 min, for a day.
 *
 * @param send composes and sends one mail; may run more than once for the same job
 */
export function startMailQueue(
  jobs: MailJobModel,
  logger: Logger,
  send: (job: MailJob) => Promise<void>,
): MailQueue {
  const inFlight = new Set<Promise<void>>();
  let stopped = false;

  async function sendNext(): Promise<boolean> {
    const now = new Date();
    const job = await jobs
      .findOneAndUpdate(
        { dueAt: { $lte: now }, expiresAt: { $gt: now } },
        { $set: { dueAt: new Date(now.getTime() + leaseMs) }, $inc: { attempts: 1 } },
        { sort: { dueAt: 1 }, new: true },
      )
      .lean<MailJobRow>();
    if (!job) return false;
    try {
      await send(job);
      await jobs.deleteOne({ _id: job._id });
    } catch (error) {
      const { attempts } = job;
      logger.error({ err: error, kind: job.kind, requestId: job.requestId, attempts }, 'Mail not sent');
      const waitMs = Math.min(maxRetryDelayMs, initialRetryDelayMs * 2 ** (attempts - 1));
      await jobs.updateOne({ _id: job._id }, { $set: { dueAt: new Date(Date.now() + waitMs) } });
    }
    return true;
  }

  async function drainQueue(): Promise<void> {
    try {
      while (!stopped && (await sendNext()));
    } catch (error) {
      logger.warn({ err: error }, 'Mail queue could not be read');
    }
  }

  function wake(): void {
    if (stopped || inFlight.size >= maxConcurrency) return;
    const sending: Promise<void> = drainQueue().finally(() => inFlight.delete(sending));
    inFlight.add(sending);
  }
  const timer = setInterval(wake, pollIntervalMs).unref();

  return {
    async add({ requestId, address }, mail, session) {
      const now = Date.now();
      const dueAt = new Date(now);
      const expiresAt = new Date(now + jobLifetimeMs);
      const job = { ...mail, requestId, address: address ?? null, attempts: 0, dueAt, expiresAt };
      await jobs.create([job], session ? { session } : {});
    },
    async discard(email, session) {
      await jobs.deleteMany({ email }, { session });
    },
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await Promise.all(inFlight);
    },
  };
}
