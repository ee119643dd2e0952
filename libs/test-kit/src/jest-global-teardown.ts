import { stopTestServers } from './test-servers.ts';

/** Stops what jest-global-setup started. */
export default async function teardown(): Promise<void> {
  await stopTestServers();
}
