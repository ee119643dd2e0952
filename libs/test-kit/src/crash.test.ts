import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, runTypeScript } from './index.ts';

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('servers and scratch folders of a killed test run do not outlive it', async () => {
  const run = await runTypeScript(join(import.meta.dirname, 'crash.fixture.ts'));
  const started = await eventually(() => {
    const report = run.lines.find((line) => line.startsWith('{'));
    if (report === undefined) throw new Error(run.lines.join('\n'));
    return JSON.parse(report) as { pids: number[]; folder: string };
  });
  expect(started.pids.map(alive)).toEqual([true, true]);

  run.signal('SIGKILL');
  await run.exited;
  await eventually(() => expect(started.pids.map(alive)).toEqual([false, false]));
  await eventually(() => expect(existsSync(started.folder)).toBe(false));
});
