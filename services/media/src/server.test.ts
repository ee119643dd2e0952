import { join } from 'node:path';
import { createTempDirectory, runServer } from '@khmer-learning/test-kit';

it('starts, becomes ready and stops gracefully', async () => {
  const run = await runServer('media', join(import.meta.dirname, 'server.ts'), {
    env: { UPLOADS_DIR: await createTempDirectory() },
  });
  expect(await run.stop()).toEqual({ code: 0, signal: null });
});
