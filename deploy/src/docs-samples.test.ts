import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from './compose-file.fixture.ts';

const exec = promisify(execFile);

/** Within the repository, so that imports resolve to the workspaces. */
const folder = join(repositoryRoot, 'deploy/.cache/samples');

/** A code block, after an optional comment with the declarations that it leaves out. */
const samplePattern = /(?:^ *<!-- sample\n([\s\S]*?)-->\n\n)?^( *)```(tsx?)\n([\s\S]*?)^\2```$/gm;
/** The name of a file at the head of its part of a block: `// src/remote.ts`. */
const partPattern = /^\/\/ (\S+\/\S+\.tsx?)\b.*$/m;

interface Sample {
  /** `docs/remotes.md-1` */
  readonly name: string;
  /** The contents by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** The texts between the names of files, by name; the first one has none. */
function partsOf(code: string): [string, string][] {
  const [first = '', ...rest] = code.split(partPattern);
  const parts: [string, string][] = first.trim() === '' ? [] : [['', first]];
  for (let index = 0; index < rest.length; index += 2) parts.push([rest[index] ?? '', rest[index + 1] ?? '']);
  return parts;
}

/** Puts code in the place of the line `…` of its declarations, or after them. */
function complete(declarations: string, code: string): string {
  const [before = '', after = ''] = declarations.split(/^…$/m);
  return before + code + after;
}

function samplesIn(document: string, markdown: string): Sample[] {
  return [...markdown.matchAll(samplePattern)].map(
    ([, comment = '', indent = '', extension, block = ''], index) => {
      const unindented = (text: string) => text.replace(new RegExp(`^${indent}`, 'gm'), '');
      const declared = new Map(partsOf(unindented(comment)));
      const declarations = declared.get('') ?? '';
      declared.delete('');
      const code = unindented(block);
      const parts = partPattern.test(code.split('\n')[0] ?? '')
        ? partsOf(code)
        : [[`sample.${extension}`, code] as const];
      const files = new Map([
        ...declared,
        ...parts.map(([path, text]) => [path, complete(declarations, text)] as const),
      ]);
      return { name: `${document}-${index + 1}`, files };
    },
  );
}

const tsconfig = {
  extends: '../../../tsconfig.browser.json',
  compilerOptions: { paths: { 'repository/*': ['../../../*'] } },
  include: ['.', '../../../libs/*/src/**/*.d.ts'],
};

/** Compiles all samples as one program. Returns what the compiler says. */
async function compile(samples: readonly Sample[]): Promise<string[]> {
  await rm(folder, { recursive: true, force: true });
  for (const { name, files } of samples)
    for (const [path, text] of files) {
      const file = join(folder, name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const tsc = join(repositoryRoot, 'node_modules/typescript/lib/tsc.js');
  const compiled = await exec(process.execPath, [tsc, '--noEmit', '--pretty', 'false', '-p', folder]).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  return compiled.stdout.split('\n').filter((line) => line !== '');
}

async function allSamples(): Promise<Sample[]> {
  const { stdout } = await exec('git', ['ls-files', '*.md'], { cwd: repositoryRoot });
  const samples: Sample[] = [];
  for (const document of stdout.trim().split('\n'))
    samples.push(...samplesIn(document, await readFile(join(repositoryRoot, document), 'utf8')));
  return samples;
}

it('has code samples that compile', async () => {
  const samples = await allSamples();
  expect(samples.length).toBeGreaterThan(25);
  const broken = samplesIn('broken.md', '```ts\nexport const a: string = 1;\n```\n');
  const found = await compile([...samples, ...broken]);
  expect(found).toEqual([expect.stringMatching(/broken\.md-1\/sample\.ts\(1,14\): error TS2322/)]);
});
