import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkApi } from './api/check.mjs';
import { nextRelease } from './api/next-release.mjs';
import { root } from './set-up.mjs';

const workspace = join(root, '.cache/check-api-test');
const index = `
  import { internal } from './internal.ts';
  export interface ButtonProps { label: string; tone?: 'grey' | 'red' }
  /** A button. */
  export function Button({ label }: ButtonProps): string { return internal(label); }
  export interface Api { call(options: { id: number }): string; readonly busy?: boolean }
  export const useApi = (): Api => ({ call: () => '' });
  export const icons = ['book', 'tag'] as const;
  export class Failure extends Error { readonly status: number = 500; }
  export interface Schema<T> { _zod: { input: T; output: T } }
  declare function schema<T>(): Schema<T>;
  const access: string = 'session';
  export const send = { access, body: schema<{ text: string }>(), response: schema<{ sent: number; at?: string }>() };
  export const find = { access, response: schema<{ rows: number }>() };
  export const extensionSchema = schema<{ point: 'row' } | { point: 'card' }>();
  export type Extension = NonNullable<(typeof extensionSchema)['_zod']['input']>;
  export function useExtensions(): readonly Extension[] { return []; }`;
const internal = 'export const internal = (text: string) => text;';

/** A package per change: which version it requires, and the text that it replaces. */
const changes = [
  ['none', 'a comment', '/** A button. */', '/** The button. */'],
  ['none', 'how a parameter is read', '{ label }: ButtonProps', '{ label, tone }: ButtonProps'],
  ['minor', 'a new export', 'export const icons', 'export const sizes = 3; export const icons'],
  ['minor', 'a new optional prop', 'label: string;', 'label: string; wide?: boolean;'],
  ['minor', 'another value of a prop', `'grey' | 'red'`, `'grey' | 'red' | 'blue'`],
  ['minor', 'another icon', `'tag'] as const`, `'tag', 'key'] as const`],
  ['minor', 'a new field of a result', 'readonly busy', 'readonly idle: true; readonly busy'],
  ['minor', 'a new extension point', `{ point: 'card' }>`, `{ point: 'card' } | { point: 'line' }>`],
  ['major', 'an extension point less', `{ point: 'row' } | `, '', /extensionSchema .*"row"/],
  ['major', 'a removed export', 'export const icons', 'const icons', /icons was removed/],
  ['major', 'a new required prop', 'label: string;', 'label: string; wide: boolean;', /Button .*wide/],
  ['major', 'a prop that became required', 'tone?:', 'tone:', /Button .*tone/],
  ['major', 'a removed optional prop', `; tone?: 'grey' | 'red'`, '', /Button .*"tone"/],
  ['major', 'a value that a prop lost', `'grey' | 'red'`, `'grey'`, /Button .*"red"/],
  ['major', 'a stricter method', '{ id: number }', '{ id: number; name: string }', /useApi .*name/],
  ['major', 'a field that a result lost', '; readonly busy?: boolean', '', /Api .*"busy"/],
  ['major', 'an icon less', `['book', 'tag']`, `['book']`, /icons .*"tag"/],
  ['minor', 'a new optional field of a body', '{ text: string }', '{ text: string; note?: string }'],
  ['minor', 'a new field of a response', '{ sent: number;', '{ sent: number; to: string;'],
  ['minor', 'a new query', 'find = { access,', 'find = { access, query: schema<{ page?: number }>(),'],
  [
    'major',
    'a new required field of a body',
    '{ text: string }',
    '{ text: string; to: string }',
    /send .*to/,
  ],
  ['major', 'a field that a response lost', 'sent: number; ', '', /send .*sent/],
  ['major', 'a new body', 'find = { access,', 'find = { access, body: schema<{ id: number }>(),', /find /],
  ['major', 'another type of a class field', 'status: number = 500', `status: string = ''`, /Failure/],
].map(([required, what, before, after, reason]) => ({ required, what, before, after, reason }));

const packages = changes.map((_change, number) => ({
  name: `package-${number}`,
  folder: join(workspace, `package-${number}`),
}));
const check = (version, update = false) =>
  checkApi({ packages, version, scratch: join(workspace, 'scratch'), update });

/** The problems by package. */
function byPackage(problems) {
  const texts = packages.map(() => '');
  let at = 0;
  for (const problem of problems) {
    at = Number(/^package-(\d+)/.exec(problem)?.[1] ?? at);
    texts[at] += `${problem}\n`;
  }
  return texts;
}

const reports = () =>
  Promise.all(packages.map(({ folder }) => readFile(join(folder, 'generated/api-report.d.ts'), 'utf8')));

beforeAll(async () => {
  await rm(workspace, { recursive: true, force: true });
  for (const { folder } of packages) {
    await mkdir(join(folder, 'src'), { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ exports: { '.': './src/index.ts' } }));
    await writeFile(join(folder, 'src/index.ts'), index);
    await writeFile(join(folder, 'src/internal.ts'), internal);
  }
  expect(await check('2.3.0')).toContain('package-0 has no API report: run npm run api-report');
  expect(await check('2.3.0', true)).toEqual([]);
  expect(await check('2.3.0')).toEqual([]);
  for (const [number, { before, after }] of changes.entries()) {
    expect(index).toContain(before);
    await writeFile(join(packages[number].folder, 'src/index.ts'), index.replace(before, after));
    await writeFile(join(packages[number].folder, 'src/internal.ts'), `${internal} export const more = 1;`);
  }
});
afterAll(() => rm(workspace, { recursive: true, force: true }));

it('requires a higher minor version for an addition, and a higher major version for everything else', async () => {
  const before = await reports();
  // Neither the check nor the update accepts a change with the same or a higher patch version.
  for (const problems of [await check('2.3.0'), await check('2.3.1', true)]) {
    const texts = byPackage(problems);
    for (const [number, { required, what, reason }] of changes.entries()) {
      const next = { minor: 'raise contractVersion to 2.4.0', major: 'raise contractVersion to 3.0.0' }[
        required
      ];
      if (next === undefined) expect([what, texts[number]]).toEqual([what, '']);
      else expect([what, texts[number]]).toEqual([what, expect.stringContaining(next)]);
      if (reason !== undefined) expect(texts[number]).toMatch(reason);
    }
  }
  expect(await reports()).toEqual(before);
});

it('accepts the change, and records it, once the version was raised', async () => {
  const withMinor = byPackage(await check('2.4.0'));
  for (const [number, { required }] of changes.entries()) {
    if (required === 'minor')
      expect(withMinor[number]).toMatch(/its API report is outdated: run npm run api-report/);
    if (required === 'major') expect(withMinor[number]).toMatch(/raise contractVersion to 3\.0\.0/);
  }
  expect(await check('3.0.0', true)).toEqual([]);
  expect(await check('3.0.0')).toEqual([]);
  const [unchanged, , added] = await reports();
  expect(unchanged).toContain('Contract 2.3.0.');
  expect(added).toContain('Contract 3.0.0.');
  expect(added).toContain('export declare const sizes = 3;');
});

describe('an API that has the version of the packages’ release', () => {
  const folder = join(workspace, 'released');
  const changesets = join(workspace, 'changesets');
  const released = [{ name: 'released', folder, entry: 'testing.ts', isOfRelease: true }];
  const checkNext = async (update = false) => {
    const release = { last: '1.4.2', next: nextRelease('1.4.2', changesets) };
    return checkApi({
      packages: released,
      version: '2.3.0',
      release,
      scratch: join(workspace, 'scratch'),
      update,
    });
  };
  const addChangeset = (bump) =>
    writeFile(join(changesets, `${bump}.md`), `---\n'released': ${bump}\n---\n\nA change.\n`);

  it('requires a changeset that raises the last release far enough', async () => {
    await mkdir(join(folder, 'src'), { recursive: true });
    await mkdir(changesets, { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ exports: {} }));
    const source = join(folder, 'src/testing.ts');
    await writeFile(source, 'export const fake = (name: string): string => name;');
    expect(await checkNext()).toEqual(['released/testing has no API report: run npm run api-report']);
    await addChangeset('patch');
    expect(await checkNext(true)).toEqual([]);
    expect(await readFile(join(folder, 'generated/api-report-testing.d.ts'), 'utf8')).toContain(
      ' Release 1.4.3. ',
    );

    await writeFile(source, 'export const fake = (name: string): string => name; export const more = 1;');
    expect(await checkNext(true)).toEqual([
      'released/testing: its API differs from that of release 1.4.2: add a minor changeset (npx changeset) and run npm run api-report',
    ]);
    await addChangeset('minor');
    expect(await checkNext()).toEqual([
      'released/testing: its API report is outdated: run npm run api-report',
    ]);
    expect(await checkNext(true)).toEqual([]);

    await writeFile(source, 'export const fake = (name: number): string => String(name);');
    expect((await checkNext(true)).join()).toContain('add a major changeset');
    await addChangeset('major');
    expect(await checkNext(true)).toEqual([]);
    expect(await readFile(join(folder, 'generated/api-report-testing.d.ts'), 'utf8')).toContain(
      ' Release 2.0.0. ',
    );
    expect(await checkNext()).toEqual([]);
  });
});
