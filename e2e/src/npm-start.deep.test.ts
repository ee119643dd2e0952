import { type Child, freePort, repoRoot, startChild } from '@khmer-learning/local-stack';
import { createTempDirectory, eventually } from '@khmer-learning/test-kit';

let npm: Child | undefined;

afterEach(() => {
  if (npm === undefined) return;
  try {
    // npm may have exited and left the other processes running.
    process.kill(-npm.pid, 'SIGKILL');
  } catch {
    // Expected: the process group no longer exists.
  }
});

it('npm start runs all processes, and a signal to npm alone stops all of them', async () => {
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
  // The shell in between does not forward the signal; the stack detects shortly afterwards that npm has exited.
  await eventually(() => expect(lines).toContainEqual(expect.stringMatching(/^Stopping/)));
  await eventually(() => expect(answerOf()).rejects.toThrow());
});
