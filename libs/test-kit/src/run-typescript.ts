import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type Child, removeFolderOnExit, repoRoot, startChild } from '@khmer-learning/local-stack';

/** Settings of `runTypeScript`. */
export interface RunTypeScriptOptions {
  args?: string[];
  /** Added to this process's environment. */
  env?: Record<string, string>;
}

/** A separate process of our code, for tests that kill it. */
export interface NodeProcess extends Child {
  /** All lines of output so far. */
  readonly lines: readonly string[];
}

function workspaceOf(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** The bundles of this test file. */
const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a TypeScript file like the apps, such as that of a worker thread. `npm test` has already built the apps themselves.
 *
 * @param file absolute path inside a workspace
 * @returns the path of the bundle, which is deleted when the test process ends
 */
export async function bundleTypeScript(file: string): Promise<string> {
  const workspace = workspaceOf(file);
  const name = `${basename(file, '.ts')}.js`;
  const built = join(workspace, 'dist', name);
  if (process.env.APPS_ARE_BUILT === 'true' && dirname(file) === join(workspace, 'src') && existsSync(built))
    return built;
  const outdir = join(workspace, '.cache', randomBytes(6).toString('hex'));
  removeFolderOnExit(outdir);
  const buildScript = join(repoRoot(), 'scripts/build-node-app.mjs');
  const buildArgs = [buildScript, '--outdir', relative(workspace, outdir), relative(workspace, file)];
  await promisify(execFile)(process.execPath, buildArgs, { cwd: workspace });
  return join(outdir, name);
}

/**
 * Runs a TypeScript file, bundled like the apps, with Node in a separate process, for tests that send SIGKILL. It ends
 * with the test process.
 *
 * @param file absolute path inside a workspace, such as `join(import.meta.dirname, 'crash.ts')`
 */
export async function runTypeScript(file: string, options: RunTypeScriptOptions = {}): Promise<NodeProcess> {
  const building = bundles.get(file) ?? bundleTypeScript(file);
  bundles.set(file, building);
  const program = await building;
  const lines: string[] = [];
  const child = await startChild({
    command: process.execPath,
    args: ['--enable-source-maps', program, ...(options.args ?? [])],
    cwd: workspaceOf(file),
    env: { ...process.env, ...options.env },
    onLine: (line) => lines.push(line),
  });
  return Object.defineProperty(child, 'lines', { value: lines }) as NodeProcess;
}
