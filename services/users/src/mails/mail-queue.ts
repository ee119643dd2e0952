import { randomUUID } from 'node:crypto';
import { type JobRunner, neverDue, type RequestContext } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { type MailJobModel, type MailJobRow, mailJobModel } from './mail-job.model.ts';

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
export type MailJob = Pick<
  MailJobRow,
  | 'kind'
  | 'email'
  | 'about'
  | 'at'
  | 'language'
  | 'numerals'
  | 'registrationId'
  | 'authorId'
  | 'path'
  | 'requestId'
  | 'address'
>;

/** The mails to be sent after the response, as background jobs. */
export interface MailQueue {
  /** Queues a mail. With a `session` it joins that transaction: call `wake` after the commit. @param at not before */
  add(
    context: RequestContext,
    mail: Omit<MailJob, 'requestId' | 'address'>,
    session?: ClientSession,
    at?: Date,
  ): Promise<void>;
  /** When the last mail of a kind from somebody (`about`) is to be sent that is not due yet; null without one. */
  lastDue(kind: MailJob['kind'], about: string, session: ClientSession): Promise<Date | null>;
  /** Deletes the queued mails to an address, in a transaction. */
  discard(email: string, session: ClientSession): Promise<void>;
  /** Sends the queued mails now instead of within three seconds. */
  wake(): void;
}

/**
 * Creates the queue. A mail that cannot be sent for a day is a dead job.
 *
 * @param send composes and sends one mail; may run more than once for the same job
 */
export function createMailQueue(
  jobs: Pick<JobRunner, 'register'>,
  mails: MailJobModel,
  send: (job: MailJob) => Promise<void>,
): MailQueue {
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
    add: (...mail) => storeMail(mails, ...mail),
    async lastDue(kind, about, session) {
      const where = { kind, about, heldUntil: { $gt: new Date(), $lt: neverDue } };
      const last = await mails.findOne(where).sort({ heldUntil: -1 }).session(session).lean<MailJobRow>();
      return last?.heldUntil ?? null;
    },
    async discard(email, session) {
      await mails.deleteMany({ email }, { session });
    },
    wake,
  };
}

/** Creates `MailQueue.add` for a consumer, whose process has the queue elsewhere: it finds the mail within three seconds. */
export function createMailStore(connection: Connection): MailQueue['add'] {
  const mails = mailJobModel(connection);
  return (...mail) => storeMail(mails, ...mail);
}

async function storeMail(
  mails: MailJobModel,
  { requestId, address = null }: RequestContext,
  mail: Omit<MailJob, 'requestId' | 'address'>,
  session?: ClientSession,
  at?: Date,
): Promise<void> {
  const expiresAt = new Date((at?.getTime() ?? Date.now()) + lifetimeMs);
  const job = { ...mail, _id: randomUUID(), requestId, address, expiresAt, ...(at && { heldUntil: at }) };
  await mails.create([job], session ? { session } : {});
}
