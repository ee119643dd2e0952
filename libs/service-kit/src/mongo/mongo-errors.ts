const duplicateKey = 11_000;

const mongoAwayNames = new Set([
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
  'MongoExpiredSessionError',
]);

/** Whether MongoDB could not be reached in time, as opposed to having refused. */
export function isMongoAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (mongoAwayNames.has(error.name)) return true;
  return error.name === 'MongooseError' && error.message.includes('before initial connection');
}

/** Whether a unique index refused a write. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === duplicateKey;
}
