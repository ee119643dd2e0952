import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServiceName, serviceNames } from '@khmer-learning/contracts';
import { type Child, freePort, type LocalServer, repoRoot, startChild } from '@khmer-learning/local-stack';
import { createTempDirectory, eventually, startMongo, startNats } from '@khmer-learning/test-kit';
import { patientEnv } from './test-stack.ts';

/** One process of an installation with several instances of each app. */
export interface ClusterProcess {
  readonly name: ServiceName;
  readonly url: string;
  readonly lines: readonly string[];
  /** Sends SIGTERM, like a rollout, and resolves when the process has exited. */
  stop(): Promise<void>;
  /** Starts or restarts it and waits until it reports ready. */
  start(): Promise<void>;
  isReady(): Promise<boolean>;
}

/** Several processes of each app; the gateways find the services through static lists. */
export interface Cluster {
  readonly processes: readonly ClusterProcess[];
  readonly gateways: readonly ClusterProcess[];
  readonly mongoUrl: string;
  readonly natsUrl: string;
  readonly admin: { email: string; password: string };
  stop(): Promise<void>;
}

const services = serviceNames.filter((name) => name !== 'gateway');
const admin = { email: 'admin@khmer.local', password: 'learn-khmer-2026' };
const secrets = {
  SESSION_SECRETS: 'a-session-secret-of-this-test-000001',
};

/** Starts `count` processes of every service and `count` gateways. */
export async function startCluster(count: number): Promise<Cluster> {
  const folder = await createTempDirectory();
  const [mongo, nats]: LocalServer[] = await Promise.all([startMongo(), startNats()]);
  if (!mongo || !nats) throw new Error('MongoDB and NATS are not running');
  const ports = new Map<ServiceName, number[]>();
  for (const name of serviceNames) {
    const own: number[] = [];
    for (let number = 0; number < count; number += 1) own.push(await freePort());
    ports.set(name, own);
  }
  await mkdir(join(folder, 'uploads'));

  const common = {
    ...process.env,
    ...patientEnv,
    ...secrets,
    LOCAL_DEFAULTS: 'true',
    NATS_URL: nats.url,
    LOG_LEVEL: 'warn',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    BCRYPT_COST: '4',
    UPLOADS_DIR: join(folder, 'uploads'),
    MAIL_DIR: join(folder, 'mail'),
    PUBLIC_URL: 'http://localhost:8080',
    // Any free port, because two gateways run on one machine.
    METRICS_PORT: '0',
    // The machine is slow with all these processes. What matters is that every call succeeds.
    UPSTREAM_TIMEOUT_MS: '15000',
  };
  const upstreams = Object.fromEntries(
    services.map((name) => [
      `UPSTREAM_${name.toUpperCase()}`,
      (ports.get(name) ?? []).map((port) => `http://127.0.0.1:${port}`).join(','),
    ]),
  );
  const environmentOf = (name: ServiceName) => {
    if (name === 'gateway') return { ...common, ...upstreams };
    const uri = new URL(mongo.url);
    uri.pathname = `/khmer-learning-${name}`;
    return { ...common, MONGODB_URI: uri.href };
  };

  const processes = serviceNames.flatMap((name) =>
    (ports.get(name) ?? []).map((port) => createClusterProcess(name, port, environmentOf(name))),
  );
  await Promise.all(processes.map((one) => one.start()));
  return {
    processes,
    gateways: processes.filter(({ name }) => name === 'gateway'),
    mongoUrl: mongo.url,
    natsUrl: nats.url,
    admin,
    async stop() {
      await Promise.all(processes.map((one) => one.stop()));
      await Promise.all([mongo.stop(), nats.stop()]);
    },
  };
}

function createClusterProcess(name: ServiceName, port: number, env: NodeJS.ProcessEnv): ClusterProcess {
  const folder = name === 'gateway' ? 'gateway' : `services/${name}`;
  const url = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  let child: Child | undefined;

  const isReady = async () => {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => undefined,
    );
    return answer?.status === 200;
  };
  return {
    name,
    url,
    lines,
    isReady,
    async start() {
      child = await startChild({
        command: process.execPath,
        args: [join(repoRoot(), folder, 'dist/server.js')],
        env: { ...env, PORT: String(port) },
        onLine: (line) => lines.push(line),
      });
      await eventually(
        async () => {
          // Otherwise a process that has taken this port would answer instead.
          if (child?.exit || !(await isReady()))
            throw new Error(`${name} is not ready:\n${lines.slice(-20).join('\n')}`);
        },
        { timeoutMs: 180_000 },
      );
    },
    async stop() {
      child?.signal('SIGTERM');
      await child?.exited;
    },
  };
}
