import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ServiceName } from '@khmer-learning/contracts';
import { repoRoot } from '../binaries/repo-root.ts';
import { lockDataDir } from '../data-dir/lock-data-dir.ts';
import { killOrphanedProcesses } from '../data-dir/orphaned-processes.ts';
import { openStateFile, type StateFile } from '../data-dir/state-file.ts';
import { openStackLog, type StackLog } from '../log/stack-log.ts';
import { startChild } from '../process/child.ts';
import { isPortFree } from '../process/free-port.ts';
import type { Program, RestartBackOff, SupervisedProcess } from '../process/supervisor.ts';
import { waitFor } from '../process/wait-for.ts';
import {
  databaseUri,
  gatewayEnvironment,
  initialAdmin,
  pastEnvironment,
  paypalSandboxEnvironment,
  type StackContext,
  serviceEnvironment,
} from './app-environment.ts';
import { createNodeProgram, gatewayApp, paypalSandboxApp, serviceApps } from './apps.ts';
import { backingServiceNames, findBackingServices } from './backing-services.ts';
import { createDevServers } from './dev-servers.ts';
import { createProcessManager, type ProcessManager } from './process-manager.ts';
import { seedOnce } from './seed-once.ts';
import { createSettingsProblems, type SettingsProblems } from './settings-problems.ts';

/** Settings of a local stack. */
export interface StackOptions {
  /** Public port; default 8080. */
  port?: number;
  /** Folder of databases, streams, uploads, mails and logs; default `.data` in the repository. */
  dataDir?: string;
  /** Whether to write the small demo school into an empty school, default true; `year`: the one with a year behind it. */
  seed?: boolean | 'year';
  /** Settings for every process; they override this process's environment and the stack's own settings. */
  env?: Readonly<Record<string, string>>;
  /** Whether to rebuild the browser apps on every change and reload them in open pages; default false. */
  watch?: boolean;
  /** Receives each terminal line; default `console.log`. */
  write?: (line: string) => void;
  /** Folder of the built apps; default: the repository around the working directory. */
  root?: string;
  /** Back-off of crashed processes; default 0.5 s, doubled up to 15 s. */
  backOff?: RestartBackOff;
  /** Aborts the start. */
  signal?: AbortSignal;
}

/** A running stack. */
export type Stack = Awaited<ReturnType<typeof startStack>>;

const readyTimeoutMs = 90_000;
/** A process that crashes this often during the start is in a crash loop. */
const crashLoopThreshold = 4;

async function assertGatewayReady(url: string): Promise<void> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) });
  const text = await response.text();
  if (!response.ok) throw new Error(`the gateway returned ${text}`);
}

function findCrashLoop(processes: ProcessManager, dataDir: string): string | undefined {
  const crashLooping = processes.all.find(({ crashes }) => crashes >= crashLoopThreshold);
  if (crashLooping === undefined) return undefined;
  return `${crashLooping.name} keeps crashing; see ${join(dataDir, 'logs', `${crashLooping.name}.log`)}`;
}

async function stopApps(processes: ProcessManager): Promise<void> {
  await processes.stop((name) => !backingServiceNames.has(name));
}

async function stopInOrder(processes: ProcessManager): Promise<void> {
  const services = new Set<string>(serviceApps.map(({ name }) => name));
  await processes.stop((name) => !backingServiceNames.has(name) && !services.has(name));
  await processes.stop((name) => services.has(name));
  await processes.stop((name) => backingServiceNames.has(name));
}

/** All programs of the stack, with settings that connect them. */
async function planStack(
  options: StackOptions,
  baseContext: Pick<StackContext, 'root' | 'dataDir' | 'url' | 'stateFile'>,
  log: StackLog,
  problems: SettingsProblems,
) {
  const { root, dataDir, stateFile } = baseContext;
  const backing = await findBackingServices(dataDir, stateFile, log);
  const { mongoUrl, natsUrlFor } = backing;
  const ports = await servicePorts(stateFile);
  const env = options.env ?? {};
  const paypalUrl = await paypalSandboxUrl(stateFile, env);
  const context: StackContext = { ...baseContext, mongoUrl, natsUrlFor, ports, paypalUrl, env };
  const devServers = options.watch ? await createDevServers(root, stateFile, log) : undefined;
  const appLog = problems.watch(log);
  const services = serviceApps.map((app) =>
    createNodeProgram(app, root, serviceEnvironment(app, context), appLog),
  );
  const gateway = createNodeProgram(gatewayApp, root, gatewayEnvironment(context, devServers), appLog);
  const sandbox =
    paypalUrl === undefined
      ? []
      : [createNodeProgram(paypalSandboxApp, root, paypalSandboxEnvironment(context), appLog)];
  await stateFile.save();
  const apps = [...services, ...sandbox, gateway, ...(devServers?.programs ?? [])];
  return { backing, apps, context };
}

/** URL for the PayPal sandbox; undefined when another PayPal is configured. */
async function paypalSandboxUrl(stateFile: StateFile, env: StackOptions['env']): Promise<string | undefined> {
  if ({ ...process.env, ...env }.PAYPAL_BASE_URL) return undefined;
  return `http://127.0.0.1:${await stateFile.port(paypalSandboxApp.name)}`;
}

async function servicePorts(stateFile: StateFile): Promise<Map<string, number>> {
  const ports = new Map<string, number>();
  for (const { name } of serviceApps) ports.set(name, await stateFile.port(name));
  return ports;
}

/**
 * Makes the streams with the command of an installation.
 *
 * @throws Error when it is not built or fails
 */
async function prepareNats(
  root: string,
  env: Readonly<Record<string, string>>,
  log: StackLog,
): Promise<void> {
  const entry = join(root, 'deploy/dist/prepare-nats.js');
  if (!existsSync(entry)) throw new Error('deploy is not built: run `npm run build`');
  const child = await startChild({
    command: process.execPath,
    args: [entry],
    env: { ...process.env, ...env },
    onLine: log.lineWriter('prepare-nats'),
  });
  const { code } = await child.exited;
  if (code !== 0) throw new Error(`prepare-nats failed; see ${join('logs', 'prepare-nats.log')}`);
}

/** Waits for all even if one fails, so that every started process is known and can be stopped. */
async function startAll(programs: readonly Program[], processes: ProcessManager): Promise<void> {
  const starts = await Promise.allSettled(programs.map((program) => processes.run(program)));
  for (const start of starts) if (start.status === 'rejected') throw start.reason;
}

/**
 * Starts the whole product on 127.0.0.1: MongoDB, NATS, the services and the gateway, all supervised, and demo data
 * on the first start. Resolves when it is ready.
 *
 * @throws Error when the port or the data folder is in use, an app is not built, a process rejects a setting, which the message
 * names, or something does not become ready;
 * no process is left running then
 */
export async function startStack(options: StackOptions = {}) {
  const root = options.root ?? repoRoot();
  const dataDir = resolve(root, options.dataDir ?? '.data');
  const port = options.port ?? 8080;
  const url = `http://localhost:${port}`;
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockDataDir(dataDir);
  const log = openStackLog(join(dataDir, 'logs'), options.write ?? console.log);
  const processes = createProcessManager(dataDir, log, options.backOff);
  // A restart would not help.
  const problems = createSettingsProblems(() => void stopApps(processes));
  const seeding = new AbortController();
  let seed = Promise.resolve();
  const stop = async () => {
    seeding.abort();
    await seed;
    await stopInOrder(processes);
    await log.close();
    await unlock();
  };

  try {
    const orphanedProcesses = await killOrphanedProcesses(dataDir);
    if (orphanedProcesses > 0)
      log.info('stack', `Killed ${orphanedProcesses} orphaned processes of an earlier run`);
    if (!(await isPortFree(port))) throw new Error(`Port ${port} is in use: set PORT to another`);

    const stateFile = await openStateFile(dataDir);
    const baseContext = { root, dataDir, url, stateFile };
    const { backing, apps, context } = await planStack(options, baseContext, log, problems);
    const { mongoUrl, natsUrl } = backing;
    const { paypalUrl } = context;
    await startAll(backing.programs, processes);
    if (backing.isOwnNats) await prepareNats(root, { ...options.env, NATS_URL: natsUrl }, log);
    log.info('stack', `MongoDB ${mongoUrl}, NATS ${natsUrl}`);
    await startAll(apps, processes);
    await waitFor('Khmer Learning becomes ready', () => assertGatewayReady(url), {
      timeoutMs: readyTimeoutMs,
      intervalMs: 50,
      abortReason() {
        if (options.signal?.aborted) return 'stopped';
        return problems.found.size > 0 ? 'a setting is not valid' : findCrashLoop(processes, dataDir);
      },
    });
    const admin = initialAdmin({ ...process.env, ...options.env });
    if (options.seed !== false) {
      const year =
        options.seed === 'year'
          ? { environmentOf: (name: ServiceName) => pastEnvironment(name, context) }
          : {};
      const signal = AbortSignal.any([seeding.signal, ...(options.signal ? [options.signal] : [])]);
      const seeded = await seedOnce({ root, url, admin, stateFile, log, paypalUrl, signal, ...year });
      seed = seeded.rest;
    }

    return {
      /** URL of the gateway: `http://localhost:8080`. */
      url,
      dataDir,
      /** The first admin account. */
      admin,
      natsUrl,
      /** URL of the PayPal sandbox; undefined when the environment configures another PayPal. */
      paypalUrl,
      /** All processes by name; `pid` is undefined while one waits for a restart. */
      processes: processes.all as readonly Pick<SupervisedProcess, 'name' | 'pid'>[],
      /** Connection string of a service's database. */
      databaseUri: (service: string) => databaseUri(mongoUrl, service),
      /** Restarts one process gracefully. */
      restart: async (name: string) => processes.all.find((process) => process.name === name)?.restart(),
      /** Stops everything in order: the gateway, the services, NATS and MongoDB. */
      stop,
      /** Kills everything. */
      kill: processes.kill,
    };
  } catch (error) {
    await stop();
    if (problems.found.size === 0) throw error;
    throw new Error(['Invalid settings:', ...problems.found].join('\n  '), { cause: error });
  }
}
