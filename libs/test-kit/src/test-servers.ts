import type { LocalServer } from '@khmer-learning/local-stack';
import { startNats, startRunMongo } from './private-servers.ts';

const mongoSetting = 'TEST_MONGODB_URI';
const natsSetting = 'TEST_NATS_URLS';

let started: LocalServer[] = [];

/**
 * Starts one mongod for the whole run and one nats-server per Jest worker, so that concurrent test files never share
 * a stream. `MONGODB_URI` and `NATS_URL` are used instead when set; with `TEST_SERVERS=containers` the servers run in
 * containers.
 *
 * @param workers number of Jest workers
 */
export async function startTestServers(workers: number): Promise<void> {
  const mongo = process.env.MONGODB_URI ? undefined : startRunMongo();
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
  if (!value) throw new Error('No test servers: run this with Jest, whose global setup starts them');
  return value;
}

/** URL of the run's MongoDB, without a database. */
export function mongoUrl(): string {
  return requireEnv(mongoSetting);
}

/**
 * URL of this Jest worker's NATS.
 *
 * @throws Error when `NATS_URL` names a single server and tests run in parallel
 */
export function natsUrl(): string {
  const urls = requireEnv(natsSetting).split(' ');
  const worker = Number(process.env.JEST_WORKER_ID ?? '1');
  const url = urls[worker - 1];
  if (url === undefined)
    throw new Error('With NATS_URL set, tests share one NATS: run Jest with --runInBand');
  return url;
}
