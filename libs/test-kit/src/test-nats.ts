import { connect, NatsError } from 'nats';
import { natsUrl } from './test-servers.ts';

const streamNotFound = 10_059;

/** Deletes all streams and their consumers on this Jest worker's NATS. */
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

/** Two concurrent starts may delete the same stream. */
function ignoreStreamNotFound(error: unknown): void {
  if (!(error instanceof NatsError) || error.api_error?.err_code !== streamNotFound) throw error;
}

/**
 * URL of this Jest worker's NATS, after deleting the streams of earlier tests. Test files that run concurrently use
 * another one.
 */
export async function testNatsUrl(): Promise<string> {
  await deleteAllStreams();
  return natsUrl();
}
