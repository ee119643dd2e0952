import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from '@khmer-learning/local-stack';
import { createTempDirectory } from '@khmer-learning/test-kit';

/** Every remote passes `npx console-contract` in its folder, whatever tool built it. */
const program = path.join(repoRoot(), 'node_modules/.bin/console-contract');

interface CommandResult {
  readonly code: number;
  readonly output: string;
}

function run(cwd: string, ...command: string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, command, { cwd }, (_error, output, problems) =>
      resolve({ code: child.exitCode ?? -1, output: output + problems }),
    );
  });
}

const remotes = readdirSync(repoRoot()).filter((name) => name.startsWith('mf-'));

it.each(remotes)('%s', async (folder) => {
  const { code, output } = await run(path.join(repoRoot(), folder), program);
  expect([output, code]).toEqual([expect.not.stringContaining('FAILED'), 0]);
});

it('a remote built with Rspack', async () => {
  const releases = await createTempDirectory();
  await run(releases, path.join(repoRoot(), 'e2e/fixtures/rspack-remote/build.mjs'), releases);
  expect(await run(releases, program, 'good')).toMatchObject({ code: 0 });
  const tooNew = await run(releases, program, 'of-another-contract');
  expect(tooNew).toMatchObject({ code: 1 });
  expect(tooNew.output).toContain('FAILED  contract range: the remote requires console ^9.0.0');
});
