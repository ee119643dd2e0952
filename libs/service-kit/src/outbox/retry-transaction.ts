import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, mongo } from 'mongoose';
import pLimit from 'p-limit';
import { serviceUnavailable } from '../errors/api-error.ts';
import { isMongoUnavailable, UnknownOutcomeError } from '../mongo/mongo-errors.ts';

/** The error label that tells MongoDB's drivers to run a transaction again. */
const transientLabel = 'TransientTransactionError';
/** The label of a commit whose answer did not arrive. */
const unknownLabel = 'UnknownTransactionCommitResult';
const initialBackoffMs = 8;
const maxBackoffMs = 250;
/** Longer than a transaction of a killed process can block others, see `abortAbandonedTransactions`. */
const maxAttempts = 100;
const maxRetryMs = 30_000;

/** An attempt that MongoDB has aborted and that may succeed when it is repeated. */
class AbortedAttemptError extends Error {
  override readonly name = 'AbortedAttemptError';
}

/**
 * The pause before a retry: full jitter, which means evenly distributed between 0 and a limit that doubles with each
 * retry up to 250 ms. Without jitter, transactions that have conflicted would conflict again.
 *
 * @param retry 1 for the first
 */
function backoffMs(retry: number): number {
  return Math.random() * Math.min(maxBackoffMs, initialBackoffMs * 2 ** (retry - 1));
}

/** Marks an error, so that `retryTransaction` repeats the transaction that it ends. */
export function markAsTransient(error: mongo.MongoError): mongo.MongoError {
  error.addErrorLabel(transientLabel);
  return error;
}

/**
 * Runs a transaction, and again with a back-off when MongoDB aborts it because of a conflict or a lost connection. The
 * driver (6.16) would repeat it at once, for 120 seconds.
 *
 * @param attempt all its effects must use `session`; it commits when it resolves
 * @param options.runsRetriesSerially retries wait in a queue of the process: those of one lock would only conflict again
 * @throws ApiError 503 after 100 attempts or 30 seconds; the driver's error when MongoDB was unreachable then;
 * UnknownOutcomeError when nobody knows whether it was committed
 */
export async function retryTransaction(
  connection: Connection,
  attempt: (session: mongo.ClientSession) => Promise<void>,
  options: { readonly runsRetriesSerially: boolean },
): Promise<void> {
  const startedAt = performance.now();
  const runRetry = options.runsRetriesSerially ? retryQueueOf(connection) : runNow;
  for (let attempts = 1; ; attempts += 1) {
    try {
      await (attempts === 1 ? runNow : runRetry)(() => runOnce(connection, attempt));
      return;
    } catch (error) {
      if (!(error instanceof AbortedAttemptError)) throw error;
      if (attempts === maxAttempts || performance.now() - startedAt > maxRetryMs)
        throw isMongoUnavailable(error.cause) ? error.cause : serviceUnavailable();
      await delay(backoffMs(attempts));
    }
  }
}

/**
 * Not `connection.transaction`: the driver (6.16) fails with a `TypeError` when a commit ends with an error of the socket.
 *
 * @throws AbortedAttemptError when it may be repeated, UnknownOutcomeError
 */
async function runOnce(
  connection: Connection,
  attempt: (session: mongo.ClientSession) => Promise<void>,
): Promise<void> {
  const session = await connection.startSession();
  try {
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
    await attempt(session);
    await commitTransaction(session);
  } catch (error) {
    throw hasLabel(error, transientLabel) ? new AbortedAttemptError(undefined, { cause: error }) : error;
  } finally {
    // Aborts what was not committed.
    await session.endSession();
  }
}

/** Sends the commit until MongoDB says what became of it: a repeated commit has no further effect. */
async function commitTransaction(session: mongo.ClientSession): Promise<void> {
  const startedAt = performance.now();
  for (let retry = 1; ; retry += 1) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      if (hasLabel(error, transientLabel)) throw error;
      const isUnanswered =
        !(error instanceof mongo.MongoError) || hasLabel(error, unknownLabel) || isMongoUnavailable(error);
      if (!isUnanswered || performance.now() - startedAt > maxRetryMs) throw new UnknownOutcomeError(error);
      await delay(backoffMs(retry));
    }
  }
}

const hasLabel = (error: unknown, label: string): boolean =>
  error instanceof mongo.MongoError && error.hasErrorLabel(label);

type Run = (work: () => Promise<void>) => Promise<void>;

const runNow: Run = (work) => work();
const retryQueues = new WeakMap<Connection, Run>();

function retryQueueOf(connection: Connection): Run {
  const queue = retryQueues.get(connection) ?? pLimit(1);
  retryQueues.set(connection, queue);
  return queue;
}
