import { connect } from 'nats';
import { natsUrl } from './test-servers.ts';

/** Deletes every stream, and with them every consumer, on this Jest worker's NATS. */
export async function cleanNats(): Promise<void> {
  const connection = await connect({ servers: natsUrl() });
  try {
    const manager = await connection.jetstreamManager();
    for await (const stream of manager.streams.list()) await manager.streams.delete(stream.config.name);
  } finally {
    await connection.close();
  }
}

/**
 * This Jest worker's NATS, empty: files running at the same time have another, and what earlier tests left
 * is deleted first.
 */
export async function testNatsUrl(): Promise<string> {
  await cleanNats();
  return natsUrl();
}
