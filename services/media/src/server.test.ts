import { join } from 'node:path';
import {
  eventually,
  runTypeScript,
  scratchFolder,
  testMongoUri,
  testNatsUrl,
} from '@khmer-learning/test-kit';

it('starts, becomes ready and stops gracefully', async () => {
  const run = await runTypeScript(join(import.meta.dirname, 'server.ts'), {
    env: {
      NODE_ENV: 'development',
      MONGODB_URI: testMongoUri('media'),
      NATS_URL: await testNatsUrl(),
      UPLOADS_DIR: await scratchFolder(),
      SHUTDOWN_DRAIN_MS: '0',
    },
  });
  const address = await eventually(
    () => {
      const found = /"address":"(http:[^"]+)"/.exec(run.lines.join('\n'))?.[1];
      if (!found) throw new Error(`Not listening: ${run.lines.join('\n')}`);
      return found;
    },
    { timeoutMs: 10_000 },
  );
  await eventually(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200), {
    timeoutMs: 10_000,
  });
  expect(await run.stop()).toEqual({ code: 0, signal: null });
});
