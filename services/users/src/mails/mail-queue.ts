import type { Logger, RequestContext } from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import type { MailJobModel, MailJobRow } from './mail-job.model.ts';

/** Mails sent at once by one process. */
const maxConcurrency = 3;
/** After this another process takes a mail over: longer than sending one may take. */
const leaseMs = 60_000;
const pollIntervalMs = 2_000;
const initialRetryDelayMs = 5_000;
const maxRetryDelayMs = 10 * 60_000;
const jobLifetimeMs = 24 * 60 * 60_000;

/** What is known of a mail that is to be written. */
export type MailJob = Pick<
  MailJobRow,
  'kind' | 'email' | 'about' | 'at' | 'registrationId' | 'requestId' | 'address'
>;

/** Mails that are sent after the answer, by whichever process gets to it, also after a kill. */
export interface MailQueue {
  /** Takes a mail on. With a `session` it is part of that transaction: call `wake` once that is committed. */
  add(
    context: RequestContext,
    mail: Omit<MailJob, 'requestId' | 'address'>,
    session?: ClientSession,
  ): Promise<void>;
  /** Looks for mails at once instead of in a moment. */
  wake(): void;
  /** Takes no more mails, and resolves once those under way are sent. */
  stop(): Promise<void>;
}

/**
 * Starts sending at once, and tries again with growing delays for a day.
 *
 * @param send writes and sends one mail; may run more than once for the same
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
      logger.warn({ err: error }, 'The mails that wait could not be read');
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
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await Promise.all(inFlight);
    },
  };
}
