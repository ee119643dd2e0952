import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../process/free-port.ts';
import { removeFolderOnExit } from '../process/watchdog.ts';
import { gatewayApp, paypalSandboxApp, serviceApps } from './apps.ts';
import { type Stack, type StackOptions, startStack } from './start-stack.ts';

// These stacks start their own servers, regardless of the other tests' servers.
delete process.env.MONGODB_URI;
delete process.env.NATS_URL;
delete process.env.PAYPAL_BASE_URL;

/** Names of a stack's processes, sorted. */
export const processNames = [...serviceApps, paypalSandboxApp, gatewayApp]
  .map(({ name }): string => name)
  .concat('mongod', 'nats')
  .sort();

/** A fake service: ready immediately, logs like the services, refuses one password as users does, and crashes on demand. */
const fakeServiceScript = `
import { createServer } from 'node:http';
const say = (msg, level = 30) => console.log(JSON.stringify({ level, time: new Date().toISOString(), msg }));
const { MONGODB_URI, NATS_URL, INTERNAL_PUBLIC_KEYS, INTERNAL_PRIVATE_KEY, ...others } = process.env;
const paypal = Object.entries(others).filter(([name]) => name.startsWith('PAYPAL_'));
createServer((request, response) => {
  if (request.url === '/crash') process.exit(3);
  response.end(JSON.stringify({ MONGODB_URI, NATS_URL, INTERNAL_PUBLIC_KEYS, INTERNAL_PRIVATE_KEY, ...Object.fromEntries(paypal) }));
}).listen(Number(process.env.PORT), process.env.HOST, () => say('Listening'));
if (process.env.ADMIN_PASSWORD === 'school-head') {
  console.error('ConfigError: Invalid configuration:\\n  ADMIN_PASSWORD: Password must not be based on the name');
  process.exit(1);
}
say('A detail', 20);
console.log('A plain line');
process.on('SIGTERM', () => process.exit());
`;

/** A fake gateway: ready when its services are; forwards `/<service>/<path>`. */
const fakeGatewayScript = `
import { createServer } from 'node:http';
const upstream = (name) => process.env['UPSTREAM_' + name.toUpperCase()];
const names = ${JSON.stringify(serviceApps.map(({ name }) => name))};
createServer(async (request, response) => {
  try {
    if (request.url === '/registry') return response.end(process.env.REMOTES);
    const [, name, path] = request.url.split('/');
    const wanted = name === 'readyz' ? names.map((one) => upstream(one) + '/readyz') : [upstream(name) + '/' + path];
    const texts = [];
    for (const url of wanted) texts.push(await (await fetch(url)).text());
    response.end(texts.at(-1));
  } catch (error) {
    response.writeHead(503).end(String(error));
  }
}).listen(Number(process.env.PORT), process.env.HOST);
process.on('SIGTERM', () => process.exit());
`;

/** Creates a folder like the built repository, with fake services and a fake gateway. */
export async function createFakeRepository(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'khmer-learning-fakes-'));
  removeFolderOnExit(root);
  await writeFile(join(root, 'package.json'), '{"type":"module"}');
  for (const app of [...serviceApps, paypalSandboxApp, gatewayApp]) {
    const dist = join(root, app.folder, 'dist');
    await mkdir(dist, { recursive: true });
    await writeFile(join(dist, 'server.js'), app === gatewayApp ? fakeGatewayScript : fakeServiceScript);
  }
  await mkdir(join(root, 'deploy/dist'), { recursive: true });
  await writeFile(join(root, 'deploy/dist/prepare-nats.js'), '');
  return root;
}

/** Starts a stack of fakes, by default with its own folder and port; `lines` is the terminal output. */
export async function startFakeStack(options: StackOptions = {}): Promise<{ stack: Stack; lines: string[] }> {
  const lines: string[] = [];
  const root = options.root ?? (await createFakeRepository());
  const stack = await startStack({
    root,
    dataDir: join(root, 'data'),
    port: await freePort(),
    seed: false,
    write: (line) => lines.push(line),
    backOff: { firstMs: 50, maxMs: 200, healthyMs: 60_000 },
    ...options,
  });
  return { stack, lines };
}

/** The settings that a fake service received. */
export async function fetchSettings(stack: Stack, service: string): Promise<Record<string, string>> {
  const response = await fetch(`${stack.url}/${service}/settings`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Record<string, string>;
}

/** Ids of the running processes of a stack. */
export function pidsOf(stack: Stack): number[] {
  return stack.processes.flatMap(({ pid }) => pid ?? []);
}

/** Whether the process exists. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
