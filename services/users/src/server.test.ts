import { join } from 'node:path';
import { createTempDirectory, eventually, runServer, runTypeScript } from '@khmer-learning/test-kit';

const server = join(import.meta.dirname, 'server.ts');

it('starts, becomes ready with its first admin, and stops gracefully', async () => {
  const run = await runServer('users', server, {
    env: { BCRYPT_COST: '4', MAIL_DIR: await createTempDirectory() },
  });
  await eventually(() => expect(run.lines.join('\n')).toContain('First admin created'));
  expect(run.lines.join('\n')).not.toContain('learn-khmer-2026');
  expect(await run.stop()).toEqual({ code: 0, signal: null });
});

it('refuses to start in production without secrets of its own', async () => {
  const run = await runTypeScript(server, {
    env: { NODE_ENV: 'production', MONGODB_URI: 'mongodb://127.0.0.1:1/users' },
  });
  expect(await run.exited).toEqual({ code: 1, signal: null });
  for (const name of ['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'INTERNAL_PUBLIC_KEYS', 'SESSION_SECRETS']) {
    expect(run.lines.join('\n')).toContain(`  ${name}: is not set`);
  }
});
