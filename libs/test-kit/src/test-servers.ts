import type { LocalServer } from '@khmer-learning/local-stack';
import { startMongo, startNats } from './private-servers.ts';

const mongoSetting = 'TEST_MONGODB_URI';
const natsSetting = 'TEST_NATS_URLS';

let started: LocalServer[] = [];

/**
 * Starts one mongod for the whole run and one nats-server for each Jest worker, so that test files running
 * at the same time never meet in a stream. `MONGODB_URI` and `NATS_URL`, when set, are used instead; with
 * `TEST_SERVERS=containers` they run in containers.
 * @param workers how many Jest workers will run
 */
export async function startTestServers(workers: number): Promise<void> {
  const mongo = process.env.MONGODB_URI ? undefined : startMongo();
  const nats = process.env.NATS_URL ? [] : Array.from({ length: workers }, () => startNats());

  const [mongoServer, ...natsServers] = await Promise.all([mongo, ...nats]);
  started = [mongoServer, ...natsServers].filter((server) => server !== undefined);
  process.env[mongoSetting] = mongoServer?.url ?? process.env.MONGODB_URI;
  process.env[natsSetting] = natsServers.map((server) => server?.url).join(' ') || process.env.NATS_URL;
}

/** Stops what {@link startTestServers} started. */
export async function stopTestServers(): Promise<void> {
  await Promise.all(started.map((server) => server.stop()));
  started = [];
}

function requireEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error('No test servers: run this through Jest, whose global set-up starts them');
  return value;
}

/** The run's MongoDB, without a database name. */
export function mongoUrl(): string {
  return requireEnv(mongoSetting);
}

/**
 * This Jest worker's own NATS.
 * @throws when `NATS_URL` names a single server and tests run in parallel
 */
export function natsUrl(): string {
  const urls = requireEnv(natsSetting).split(' ');
  const worker = Number(process.env.JEST_WORKER_ID ?? '1');
  const url = urls[worker - 1];
  if (url === undefined)
    throw new Error('With NATS_URL set, tests share one NATS: run Jest with --runInBand');
  return url;
}
