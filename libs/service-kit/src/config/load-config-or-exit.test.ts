import { join } from 'node:path';
import { eventually, runTypeScript } from '@khmer-learning/test-kit';

test('a process with invalid settings prints one line per setting and exits with code 1', async () => {
  const run = await runTypeScript(join(import.meta.dirname, '../process/sample-server.fixture.ts'), {
    env: { NODE_ENV: 'production', MONGODB_URI: 'localhost:27017', PORT: 'eighty' },
  });
  expect(await run.exited).toMatchObject({ code: 1 });
  // The output may be read after the end.
  await eventually(() =>
    expect(run.lines).toEqual([
      'ConfigError: Invalid configuration:',
      expect.stringMatching(/^ {2}PORT: /),
      '  MONGODB_URI: must start with mongodb:// or mongodb+srv://',
      '  INTERNAL_PUBLIC_KEYS: is not set',
    ]),
  );
});
