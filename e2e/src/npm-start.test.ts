import { type Child, freePort, repoRoot, startChild } from '@khmer-learning/local-stack';
import { createTempDirectory, eventually } from '@khmer-learning/test-kit';

let npm: Child | undefined;

afterEach(() => {
  if (npm === undefined) return;
  try {
    // npm may have gone and left the others behind.
    process.kill(-npm.pid, 'SIGKILL');
  } catch {
    // As it should be, nobody is left.
  }
});

it('npm start runs all of it, and a signal to npm alone ends all of it', async () => {
  const url = `http://localhost:${await freePort()}`;
  const answerOf = async () => (await fetch(`${url}/readyz`)).status;
  const lines: string[] = [];
  npm = await startChild({
    command: 'npm',
    args: ['start'],
    cwd: repoRoot(),
    env: { ...process.env, PORT: new URL(url).port, DATA_DIR: await createTempDirectory(), SEED: 'none' },
    onLine: (line) => lines.push(line),
  });
  await eventually(() => expect(lines).toContain(`Khmer Learning is ready: ${url}`), { timeoutMs: 240_000 });
  expect(await answerOf()).toBe(200);

  process.kill(npm.pid, 'SIGTERM');
  await npm.exited;
  // The shell in between passes nothing on: that npm is gone is noticed soon after.
  await eventually(() => expect(lines).toContainEqual(expect.stringMatching(/^Stopping/)));
  await eventually(() => expect(answerOf()).rejects.toThrow());
});
