import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StackLog } from '../log/stack-log.ts';
import { startChild } from '../process/child.ts';
import type { Program } from '../process/supervisor.ts';
import type { NodeApp } from './apps.ts';

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
  // A small young generation halves the memory under load for a few percent of speed. From the start it has its full
  // size: growing costs a quarter of the processor time of a start. The gateway, which every request passes, keeps V8's
  // default of 16 MB. The heap limit acts like a container's: without it, V8 lets the heap grow to four times its used
  // size before collecting.
  const semiSpaceMb = app.name === 'gateway' ? 16 : 8;
  const youngGeneration = [`--min-semi-space-size=${semiSpaceMb}`, `--max-semi-space-size=${semiSpaceMb}`];
  const args = [...youngGeneration, '--max-old-space-size=512', entry];
  const onLine = log.lineWriter(app.name);
  return { name: app.name, start: () => startChild({ command: process.execPath, args, cwd, env, onLine }) };
}
