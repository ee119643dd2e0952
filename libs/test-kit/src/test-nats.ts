import { connect, NatsError } from 'nats';
import { natsUrl } from './test-servers.ts';

const streamNotFound = 10_059;

/** Deletes every stream, and with them every consumer, on this Jest worker's NATS. */
export async function deleteAllStreams(): Promise<void> {
  const connection = await connect({ servers: natsUrl() });
  try {
    const manager = await connection.jetstreamManager();
    for await (const stream of manager.streams.list())
      await manager.streams.delete(stream.config.name).catch(ignoreStreamNotFound);
  } finally {
    await connection.close();
  }
}

/** Two starts at the same moment clean up together. */
function ignoreStreamNotFound(error: unknown): void {
  if (!(error instanceof NatsError) || error.api_error?.err_code !== streamNotFound) throw error;
}

/**
 * This Jest worker's NATS, empty: files running at the same time have another, and what earlier tests left
 * is deleted first.
 */
export async function testNatsUrl(): Promise<string> {
  await deleteAllStreams();
  return natsUrl();
}
