import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Child, startChild } from '../process/child.ts';
import { freePort } from '../process/free-port.ts';
import { waitFor } from '../process/wait-for.ts';
import { removeFolderOnExit } from '../process/watchdog.ts';
import {
  createFakeRepository,
  fetchSettings,
  isProcessAlive,
  processNames,
  startFakeStack,
} from './fake-stack.fixture.ts';

interface KillableStack {
  /** The process that runs the stack. */
  runner: Child;
  pids: number[];
  dataDir: string;
  port: number;
}

async function startInChildProcess(): Promise<KillableStack> {
  const workspace = join(import.meta.dirname, '../..');
  const outdir = `.cache/${await freePort()}`;
  removeFolderOnExit(join(workspace, outdir));
  const builder = join(workspace, '../../scripts/build-node-app.mjs');
  const entry = 'src/stack/killed-stack.fixture.ts';
  await promisify(execFile)(process.execPath, [builder, '--outdir', outdir, entry], { cwd: workspace });

  const root = await createFakeRepository();
  const dataDir = join(root, 'data');
  const port = await freePort();
  const output: string[] = [];
  const runner = await startChild({
    command: process.execPath,
    args: [join(workspace, outdir, 'killed-stack.fixture.js'), root, dataDir, String(port)],
    onLine: (line) => output.push(line),
  });
  await waitFor('stack starts', async () => expect(output).not.toEqual([]), {
    timeoutMs: 90_000,
    abortReason: () => (runner.exit === undefined ? undefined : output.join('\n')),
  });
  return { runner, pids: JSON.parse(output[0] ?? '[]') as number[], dataDir, port };
}

async function kill(runner: Child): Promise<void> {
  process.kill(runner.pid, 'SIGKILL');
  await runner.exited;
}

test('a killed stack leaves no process, and the next start on its folder works at once', async () => {
  const { runner, pids, dataDir, port } = await startInChildProcess();
  expect(pids.filter(isProcessAlive)).toHaveLength(processNames.length);
  await kill(runner);

  const { stack } = await startFakeStack({ dataDir, port });
  expect(await fetchSettings(stack, 'users')).toBeDefined();
  await waitFor('all are gone', async () => expect(pids.filter(isProcessAlive)).toEqual([]), {
    timeoutMs: 60_000,
  });
  await stack.stop();
});

test('the next start kills the orphaned processes of a stack whose watchdog was killed too', async () => {
  const { runner, pids, dataDir, port } = await startInChildProcess();
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const watchdog = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, parent, , argument]) => parent === String(runner.pid) && argument === '-e');
  process.kill(Number(watchdog?.[0]), 'SIGKILL');
  await kill(runner);
  expect(pids.filter(isProcessAlive)).toHaveLength(processNames.length);

  const { stack, lines } = await startFakeStack({ dataDir, port });
  expect(pids.filter(isProcessAlive)).toEqual([]);
  expect(lines).toContainEqual(expect.stringContaining(`Killed ${processNames.length} orphaned processes`));
  await stack.stop();
});
