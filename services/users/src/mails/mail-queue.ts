import { randomUUID } from 'node:crypto';
import { type JobRow, type JobRunner, neverDue, type RequestContext } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { type MailJobRow, mailJobModel } from './mail-job.model.ts';

/** Most mails that one process sends at the same time. */
const maxConcurrency = 3;
/** With the longest delay, so many failures take about a day. */
const maxFailures = 200;
const maxRetryMs = 10 * 60_000;
/** A dead mail can be retried until then. */
const lifetimeMs = 7 * 24 * 60 * 60_000;
/** Instances of the previous release set `dueAt`. They take over a due mail within this time. */
const formerReleaseMs = 60_000;

/** What the queue knows about a mail to be sent. */
export type MailJob = Omit<MailJobRow, keyof JobRow | 'expiresAt'>;

/** The mails to be sent after the response, as background jobs. */
export type MailQueue = ReturnType<typeof createMailQueue>;

type AddMail = (
  context: RequestContext,
  mail: Omit<MailJob, 'requestId' | 'address'>,
  session?: ClientSession,
  at?: Date,
) => Promise<void>;

/** Creates the queue. A mail that cannot be sent for a day is a dead job. @param send may run more than once for a job */
export function createMailQueue(
  connection: Connection,
  jobs: Pick<JobRunner, 'register'>,
  send: (job: MailJob) => Promise<void>,
) {
  const mails = mailJobModel(connection);
  const wake = jobs.register<MailJobRow>({
    name: 'mail',
    collection: mails.collection.name,
    concurrency: maxConcurrency,
    maxFailures,
    maxRetryMs,
    dueFilter: () => ({ dueAt: { $not: { $gt: new Date(Date.now() - formerReleaseMs) } } }) as object,
    async run({ row }) {
      await send(row);
      await mails.deleteOne({ _id: row._id });
    },
  });

  return {
    /** Queues a mail. With a `session` it joins that transaction: call `wake` after the commit. @param at not before */
    add: createMailStore(connection),
    /** When the last mail of a kind from somebody (`about`) is to be sent that is due later than `since`; null without one. */
    async lastDue(kind: MailJob['kind'], about: string, since: Date, session: ClientSession) {
      const where = { kind, about, heldUntil: { $gt: since, $lt: neverDue } };
      const last = await mails.findOne(where).sort({ heldUntil: -1 }).session(session).lean<MailJobRow>();
      return last?.heldUntil ?? null;
    },
    /** Deletes the queued mails to an address, in a transaction. */
    async discard(email: string, session: ClientSession) {
      await mails.deleteMany({ email }, { session });
    },
    /** Sends the queued mails now instead of within three seconds. */
    wake,
  };
}

/** Creates `MailQueue.add` for a consumer, whose process has the queue elsewhere: it finds the mail within three seconds. */
export function createMailStore(connection: Connection): AddMail {
  const mails = mailJobModel(connection);
  return async ({ requestId, address = null }, mail, session, at) => {
    const expiresAt = new Date((at?.getTime() ?? Date.now()) + lifetimeMs);
    const job = { ...mail, _id: randomUUID(), requestId, address, expiresAt, ...(at && { heldUntil: at }) };
    await mails.create([job], session ? { session } : {});
  };
}
