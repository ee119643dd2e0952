import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type Child, removeFolderOnExit, repoRoot, startChild } from '@khmer-learning/local-stack';

/** How to run a TypeScript file as a process. */
export interface RunTypeScriptOptions {
  args?: string[];
  /** Added to this process's environment. */
  env?: Record<string, string>;
}

/** A real process of our own code, to be killed in the middle of things. */
export interface NodeProcess extends Child {
  /** Every line it has written so far. */
  readonly lines: readonly string[];
}

function workspaceOf(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/**
 * Bundles a TypeScript file as the apps are bundled and runs it with Node: a process of its own, for tests
 * that send SIGKILL. It dies with the test, whatever happens.
 * @param file absolute path inside a workspace, such as `join(import.meta.dirname, 'crash.ts')`
 */
export async function runTypeScript(file: string, options: RunTypeScriptOptions = {}): Promise<NodeProcess> {
  const workspace = workspaceOf(file);
  const outdir = join(workspace, '.cache', randomBytes(6).toString('hex'));
  removeFolderOnExit(outdir);
  const buildScript = join(repoRoot(), 'scripts/build-node-app.mjs');
  const buildArgs = [buildScript, '--outdir', relative(workspace, outdir), relative(workspace, file)];
  await promisify(execFile)(process.execPath, buildArgs, { cwd: workspace });

  const lines: string[] = [];
  const bundle = join(outdir, basename(file).replace(/\.ts$/, '.js'));
  const child = await startChild({
    command: process.execPath,
    args: ['--enable-source-maps', bundle, ...(options.args ?? [])],
    cwd: workspace,
    env: { ...process.env, ...options.env },
    onLine: (line) => lines.push(line),
  });
  return Object.defineProperty(child, 'lines', { value: lines }) as NodeProcess;
}
