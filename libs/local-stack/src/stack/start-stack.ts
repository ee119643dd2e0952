import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { repoRoot } from '../binaries/repo-root.ts';
import { endLeftovers } from '../data-dir/leftovers.ts';
import { lockDataDir } from '../data-dir/lock.ts';
import { openState, type StateFile } from '../data-dir/state.ts';
import { type LogBook, openLogBook } from '../log/log-book.ts';
import { isPortFree } from '../process/free-port.ts';
import type { BackOff, Program, Supervised } from '../process/supervisor.ts';
import { until } from '../process/until.ts';
import {
  databaseUri,
  type FirstAdmin,
  firstAdmin,
  gatewayEnvironment,
  type Surroundings,
  sandboxEnvironment,
  serviceEnvironment,
} from './app-environment.ts';
import { gatewayApp, paypalSandboxApp, serviceApps } from './apps.ts';
import { browserWatchers } from './browser-watchers.ts';
import { nodeProgram } from './node-program.ts';
import { type ProcessSet, processSet } from './process-set.ts';
import { seedOnce } from './seed-once.ts';
import { findServers, serverNames } from './servers.ts';

/** How to run the whole product on this machine. */
export interface StackOptions {
  /** Where people reach it; default 8080. */
  port?: number;
  /** Keeps databases, streams, uploads, mails and logs; default `.data` of the repository. */
  dataDir?: string;
  /** Whether an empty school gets the demo data; default true. */
  seed?: boolean;
  /** Settings for every process, on top of this one's environment and over what the stack itself sets. */
  env?: Readonly<Record<string, string>>;
  /** Whether the browser apps are built anew at every change, and replaced in open pages; default false. */
  watch?: boolean;
  /** Takes each line meant for the terminal; default `console.log`. */
  write?: (line: string) => void;
  /** The folder with the built apps; default: the repository around the working directory. */
  root?: string;
  /** How crashed processes are started again; default after 0.5 s, doubling up to 15 s. */
  backOff?: BackOff;
  /** Gives up starting. */
  signal?: AbortSignal;
}

/** A running stack. */
export interface Stack {
  /** The gateway: `http://localhost:8080`. */
  readonly url: string;
  readonly dataDir: string;
  /** The account that people sign in with first. */
  readonly admin: FirstAdmin;
  /** Every process by name; `pid` is undefined while one waits to be started again. */
  readonly processes: readonly Pick<Supervised, 'name' | 'pid'>[];
  readonly natsUrl: string;
  /** The PayPal sandbox; undefined when the environment names another PayPal. */
  readonly paypalUrl: string | undefined;
  /** The connection string of a service's database. */
  databaseUri(service: string): string;
  /** Ends one process properly and starts it again. */
  restart(name: string): Promise<void>;
  /** Ends everything in order: the gateway, the services, NATS and MongoDB. */
  stop(): Promise<void>;
  /** Ends everything at once. */
  kill(): void;
}

const readyWithinMs = 90_000;
/** A process that ends this often while the stack starts will not come up by itself. */
const hopelessCrashes = 4;

async function gatewayReady(url: string): Promise<void> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) });
  const text = await response.text();
  if (!response.ok) throw new Error(`the gateway says ${text}`);
}

function whoKeepsCrashing(processes: ProcessSet, dataDir: string): string | undefined {
  const culprit = processes.all.find(({ crashes }) => crashes >= hopelessCrashes);
  if (culprit === undefined) return undefined;
  return `${culprit.name} keeps ending; see ${join(dataDir, 'logs', `${culprit.name}.log`)}`;
}

async function stopInOrder(processes: ProcessSet): Promise<void> {
  const services = new Set<string>(serviceApps.map(({ name }) => name));
  await processes.stop((name) => !serverNames.has(name) && !services.has(name));
  await processes.stop((name) => services.has(name));
  await processes.stop((name) => serverNames.has(name));
}

interface Plan {
  servers: Program[];
  apps: Program[];
  mongoUrl: string;
  natsUrl: string;
  paypalUrl: string | undefined;
}

/** Everything that has to run, with the settings by which the processes find each other. */
async function plan(
  options: StackOptions,
  place: Pick<Surroundings, 'root' | 'dataDir' | 'url' | 'stateFile'>,
  log: LogBook,
): Promise<Plan> {
  const { root, dataDir, stateFile } = place;
  const { mongoUrl, natsUrl, programs: servers } = await findServers(dataDir, stateFile, log);
  const ports = await servicePorts(stateFile);
  const env = options.env ?? {};
  const paypalUrl = await sandboxUrl(stateFile, env);
  const around: Surroundings = { ...place, mongoUrl, natsUrl, ports, paypalUrl, env };
  const watchers = options.watch ? await browserWatchers(root, stateFile, log) : undefined;
  const services = serviceApps.map((app) => nodeProgram(app, root, serviceEnvironment(app, around), log));
  const gateway = nodeProgram(gatewayApp, root, gatewayEnvironment(around, watchers), log);
  const sandbox =
    paypalUrl === undefined ? [] : [nodeProgram(paypalSandboxApp, root, sandboxEnvironment(around), log)];
  await stateFile.save();
  const apps = [...services, ...sandbox, gateway, ...(watchers?.programs ?? [])];
  return { mongoUrl, natsUrl, paypalUrl, servers, apps };
}

/** Where the PayPal sandbox is to listen, unless there is another PayPal to go to. */
async function sandboxUrl(stateFile: StateFile, env: StackOptions['env']): Promise<string | undefined> {
  if ({ ...process.env, ...env }.PAYPAL_BASE_URL) return undefined;
  return `http://127.0.0.1:${await stateFile.port(paypalSandboxApp.name)}`;
}

async function servicePorts(stateFile: StateFile): Promise<Map<string, number>> {
  const ports = new Map<string, number>();
  for (const { name } of serviceApps) ports.set(name, await stateFile.port(name));
  return ports;
}

/** Waits for all even if one fails, so that all that were started are known and can be stopped. */
async function startAll(programs: readonly Program[], processes: ProcessSet): Promise<void> {
  const starts = await Promise.allSettled(programs.map((program) => processes.run(program)));
  for (const start of starts) if (start.status === 'rejected') throw start.reason;
}

/**
 * Starts the whole product on 127.0.0.1 and resolves once it is ready: MongoDB, NATS, the services and the
 * gateway, all kept running; the demo data on the first start.
 * @throws when the port or the data folder is taken, an app is not built, or something does not become ready;
 *   nothing is left running then
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const root = options.root ?? repoRoot();
  const dataDir = resolve(root, options.dataDir ?? '.data');
  const port = options.port ?? 8080;
  const url = `http://localhost:${port}`;
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockDataDir(dataDir);
  const log = openLogBook(join(dataDir, 'logs'), options.write ?? console.log);
  const processes = processSet(dataDir, log, options.backOff);
  const stop = async () => {
    await stopInOrder(processes);
    await log.close();
    await unlock();
  };

  try {
    const leftovers = await endLeftovers(dataDir);
    if (leftovers > 0) log.say('stack', `Ended ${leftovers} processes that a killed run had left behind`);
    if (!(await isPortFree(port))) throw new Error(`Port ${port} is in use: set PORT to another`);

    const stateFile = await openState(dataDir);
    const place = { root, dataDir, url, stateFile };
    const { servers, apps, mongoUrl, natsUrl, paypalUrl } = await plan(options, place, log);
    await startAll(servers, processes);
    log.say('stack', `MongoDB ${mongoUrl}, NATS ${natsUrl}`);
    await startAll(apps, processes);
    await until('Khmer Learning becomes ready', () => gatewayReady(url), {
      timeoutMs: readyWithinMs,
      everyMs: 50,
      giveUp: () => (options.signal?.aborted ? 'stopped' : whoKeepsCrashing(processes, dataDir)),
    });
    const admin = firstAdmin({ ...process.env, ...options.env });
    if (options.seed ?? true)
      await seedOnce({ root, url, admin, stateFile, log, paypalUrl, signal: options.signal });

    return {
      url,
      dataDir,
      admin,
      natsUrl,
      paypalUrl,
      processes: processes.all,
      databaseUri: (service) => databaseUri(mongoUrl, service),
      restart: async (name) => processes.all.find((process) => process.name === name)?.restart(),
      stop,
      kill: processes.kill,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
