import { mongo } from 'mongoose';

const duplicateKey = 11_000;

/** A commit failed, and it is not known whether MongoDB stored it. The cause is what the driver threw. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Driver errors that mean that the server was not reached in time. */
const unavailableErrorNames = new Set([
  'UnknownOutcomeError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
]);
/** Socket errors that the driver does not wrap. */
const socketCodes = new Set<unknown>(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH']);
/** A server that is stopping, stepping down or not (yet) the primary. */
const notPrimaryCodes = new Set<unknown>([91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** Whether MongoDB was not reachable in time, as opposed to having rejected the operation. */
export function isMongoUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (unavailableErrorNames.has(error.name) || socketCodes.has(code)) return true;
  if (error instanceof mongo.MongoServerError)
    // A bulk write wraps the original error.
    return notPrimaryCodes.has(code) || isMongoUnavailable(error.errorResponse);
  return error.name === 'MongooseError' && error.message.includes('before initial connection');
}

/** Whether a unique index refused a write. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === duplicateKey;
}
