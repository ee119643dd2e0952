import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { planUpgrade } from './upgrade.ts';

const manifest = `{
  "dependencies": { "@khmer-learning/ui-kit": "1.2.0", "react": "19.3.1" },
  "devDependencies": { "@khmer-learning/remote-build": "^1.2.0", "@khmer-learning/contracts": "file:../contracts" }
}
`;
const changelog = `# @khmer-learning/ui-kit

## 3.0.0

### Major Changes

- \`Card\` has no \`title\`.

### Patch Changes

- Updated

## 2.1.0

### Minor Changes

- \`Badge\` is new.

## 2.0.0

### Major Changes

- abc: \`Button\` needs a label.

## 1.0.0

### Major Changes

- First release
`;

it('changes the versions of the packages, and tells what each major version in between changes', () => {
  const upgrade = planUpgrade(manifest, '3.1.0', { '@khmer-learning/ui-kit': changelog });
  expect(upgrade.changes).toEqual([
    { name: '@khmer-learning/remote-build', from: '^1.2.0', to: '3.1.0' },
    { name: '@khmer-learning/ui-kit', from: '1.2.0', to: '3.1.0' },
  ]);
  expect(upgrade.notes).toEqual([
    { name: '@khmer-learning/ui-kit', version: '2.0.0', text: '- abc: `Button` needs a label.' },
    { name: '@khmer-learning/ui-kit', version: '3.0.0', text: '- `Card` has no `title`.' },
  ]);
  expect(upgrade.manifest).toBe(manifest.replace('"1.2.0"', '"3.1.0"').replace('"^1.2.0"', '"3.1.0"'));
});

it('writes only if it is told to, and has nothing to do afterwards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'upgrade-'));
  const file = join(folder, 'package.json');
  const bin = join(import.meta.dirname, '../bin/build.mjs');
  const run = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [bin, 'upgrade', ...args], { cwd: folder })).stdout;
  try {
    const old = manifest.replace('1.2.0', '0.0.1');
    await writeFile(file, old);
    expect(await run()).toMatch(/@khmer-learning\/ui-kit: 0\.0\.1 → \d+\.\d+\.\d+.*--write/s);
    expect(await readFile(file, 'utf8')).toBe(old);
    expect(await run('--write')).toContain('npm install');
    expect(await readFile(file, 'utf8')).not.toContain('0.0.1');
    expect(await run()).toContain('Nothing to upgrade');
  } finally {
    await rm(folder, { recursive: true });
  }
});
