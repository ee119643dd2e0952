import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@khmer-learning/contracts';
import type { StackLog } from '../log/stack-log.ts';
import { startChild } from '../process/child.ts';
import type { Program } from '../process/supervisor.ts';

/** A Node app of the product: `<folder>/dist/server.js`. */
export interface NodeApp<Name extends string = ServiceName | 'paypal'> {
  name: Name;
  /** Relative to the repository. */
  folder: string;
}

/** The services, each with its own MongoDB database. The gateway starts after them. */
export const serviceApps: readonly NodeApp<ServiceName>[] = [
  { name: 'users', folder: 'services/users' },
  { name: 'content', folder: 'services/content' },
  { name: 'quizzes', folder: 'services/quizzes' },
  { name: 'commerce', folder: 'services/commerce' },
  { name: 'media', folder: 'services/media' },
  { name: 'stats', folder: 'services/stats' },
];

/** The PayPal sandbox for offline purchases. */
export const paypalSandboxApp: NodeApp = { name: 'paypal', folder: 'libs/paypal-sandbox' };

/** The only publicly reachable process. */
export const gatewayApp: NodeApp = { name: 'gateway', folder: 'gateway' };

/** The host of the console. */
export const shellFolder = 'shell';

/** The console's remotes: registry name to folder. */
export const remoteFolders: Readonly<Record<string, string>> = {
  content: 'mf-content',
  quizzes: 'mf-quizzes',
  users: 'mf-users',
  commerce: 'mf-commerce',
};

/**
 * A supervised program for a built Node app.
 *
 * @throws Error when it is not built
 */
export function createNodeProgram(
  app: NodeApp,
  root: string,
  env: NodeJS.ProcessEnv,
  log: StackLog,
): Program {
  const cwd = join(root, app.folder);
  const entry = join(cwd, 'dist/server.js');
  if (!existsSync(entry)) throw new Error(`${app.folder} is not built: run \`npm run build\``);
  // With a small young generation a process that has nothing to do takes 15 MB less, the gateway 30 MB, as it starts: V8 then
  // collects what the start has left, and gives the memory back. The heap limit acts like a container's: without it, V8 lets the
  // heap grow to four times its used size before collecting.
  const args = ['--max-semi-space-size=4', '--max-old-space-size=512', entry];
  const onLine = log.lineWriter(app.name);
  // Up to ten megabytes less: the C library of Linux otherwise keeps an arena for each thread.
  const command = { command: process.execPath, args, cwd, env: { MALLOC_ARENA_MAX: '1', ...env }, onLine };
  return { name: app.name, start: () => startChild(command) };
}
