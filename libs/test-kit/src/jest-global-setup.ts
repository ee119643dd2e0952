import { startTestServers } from './test-servers.ts';

/** Starts this run's MongoDB and NATS before the first test; the workers inherit the addresses. */
export default async function setup(config: { maxWorkers: number }): Promise<void> {
  await startTestServers(config.maxWorkers);
}
