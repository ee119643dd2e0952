import { join } from 'node:path';
import { eventually, runTypeScript } from './index.ts';

test('a TypeScript file runs as a process of its own, with packages and environment, and can be killed', async () => {
  const run = await runTypeScript(join(import.meta.dirname, 'run-typescript.fixture.ts'), {
    args: ['one'],
    env: { GREETING: 'hello' },
  });
  await eventually(() => expect(run.lines).toEqual(['hello one', 'ready']));
  expect(run.pid).not.toBe(process.pid);

  run.signal('SIGKILL');
  expect(await run.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(run.exit).toEqual({ code: null, signal: 'SIGKILL' });
});
