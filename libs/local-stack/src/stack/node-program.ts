import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StackLog } from '../log/stack-log.ts';
import { startChild } from '../process/child.ts';
import type { Program } from '../process/supervisor.ts';
import type { NodeApp } from './apps.ts';

/**
 * A built Node app as a program.
 * @throws when it is not built
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
  // A small young generation: half the memory under load for a few percent of speed. And a bound on the heap, as a
  // container has one: without it V8 lets a heap grow to four times what is in use before it tidies up.
  const args = ['--enable-source-maps', '--max-semi-space-size=8', '--max-old-space-size=512', entry];
  const onLine = log.lineWriter(app.name);
  return { name: app.name, start: () => startChild({ command: process.execPath, args, cwd, env, onLine }) };
}
