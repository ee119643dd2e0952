import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  build,
  createWorkspace,
  removeWorkspaces,
  repositoryRoot,
  workspaceFiles,
} from '../workspace.fixture.ts';

/** `console-contract`, as a team runs it in its remote's folder. */
let good: string;
const copies: string[] = [];

beforeAll(async () => {
  good = join(await createWorkspace(), 'mf-demo');
  expect(await build(good)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await removeWorkspaces();
  await Promise.all(copies.map((folder) => rm(folder, { recursive: true, force: true })));
});

const check = (folder: string) => build(folder, 'console-contract.mjs');

/** A copy of the good remote with one change in its build output. */
async function broken(change: (dist: string) => Promise<unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'console-contract-'));
  copies.push(folder);
  await cp(join(good, 'dist'), join(folder, 'dist'), { recursive: true });
  await change(join(folder, 'dist'));
  return folder;
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(file, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  await writeFile(file, after);
}

interface SharedEntry {
  name: string;
  singleton: boolean;
  requiredVersion: string;
  assets: { js: { sync: string[]; async: string[] } };
}

const editShared = (dist: string, change: (react: SharedEntry) => void) =>
  edit(join(dist, 'mf-manifest.json'), (text) => {
    const manifest = JSON.parse(text) as { shared: SharedEntry[] };
    for (const entry of manifest.shared) if (entry.name === 'react') change(entry);
    return JSON.stringify(manifest);
  });

async function chunk(dist: string, name: RegExp): Promise<string> {
  const names = await readdir(join(dist, 'assets'));
  return join(dist, 'assets', names.find((one) => name.test(one)) ?? 'none');
}
const exposedChunk = (dist: string) => chunk(dist, /^remote\.[0-9a-f]+\.js$/);
const viewChunk = (dist: string) => chunk(dist, /^\d+\.[0-9a-f]+\.js$/);

it('reports for a good remote that each check passed', async () => {
  const { code, output } = await check(good);
  expect([code, output]).toEqual([0, expect.not.stringContaining('FAILED')]);
  for (const line of [
    /^ok {6}manifest: demo 3\.2\.1, build \w+$/m,
    /^ok {6}contract range: requires \^3\.0\.0, the console is 3\./m,
    /^ok {6}shared packages: .*react/m,
    /^ok {6}used exports: \d+ of \d packages$/m,
    /^ok {6}views, pages and extensions: demo$/m,
    /^ok {6}size: \d+\.\d KB of gzip/m,
  ])
    expect(output).toMatch(line);
});

it('opens a remote whose entry is an ES module, and names what its modules lack', async () => {
  const folder = join(
    await createWorkspace({
      'mf-demo/vite.config.ts': workspaceFiles['mf-demo/webpack.config.ts']
        .replaceAll('defineRemoteConfig', 'defineViteRemote')
        .replace('remote-build', 'remote-build/vite'),
    }),
    'mf-demo',
  );
  expect(await build(folder)).toMatchObject({ code: 0 });
  const { code, output } = await check(folder);
  expect([code, output]).toEqual([0, expect.not.stringContaining('FAILED')]);
  expect(output).toMatch(/^ok {6}views, pages and extensions: demo$/m);

  const assets = join(folder, 'dist/assets');
  const view = join(assets, (await readdir(assets)).find((name) => /^demo\.\w+\.js$/.test(name)) ?? 'none');
  await edit(view, (text) => `throw new Error("no view today");${text}`);
  expect((await check(folder)).output).toMatch(/remote\.views\['demo'\] does not load: no view today/);
  await rm(view);
  expect((await check(folder)).output).toMatch(/remote\.views\['demo'\] does not load: .*demo\.\w+\.js/);
});

it('takes another folder by name', async () => {
  expect(await build(tmpdir(), 'console-contract.mjs')).toMatchObject({ code: 1 });
});

it.each<[string, (dist: string) => Promise<unknown>, RegExp]>([
  ['nothing built', (dist) => rm(dist, { recursive: true }), /manifest: remote-manifest\.json is missing/],
  [
    'a manifest the console cannot read',
    (dist) => edit(join(dist, 'remote-manifest.json'), (text) => text.replace('"book"', '"rocket"')),
    /manifest: views\.0\.icon/,
  ],
  [
    'a manifest that is no JSON',
    (dist) => writeFile(join(dist, 'mf-manifest.json'), '<!doctype html>'),
    /federation manifest: mf-manifest\.json is not JSON/,
  ],
  [
    'a contract version that the console does not support',
    (dist) => edit(join(dist, 'remote-manifest.json'), (text) => text.replace('^3.0.0', '^9.0.0')),
    /contract range: the remote requires console \^9\.0\.0, but this is console 3\./,
  ],
  ['no entry', (dist) => rm(join(dist, 'remoteEntry.js')), /files: remoteEntry\.js is missing/],
  [
    'a bundled shared package',
    (dist) => editShared(dist, (react) => react.assets.js.sync.push('assets/react.js')),
    /shared packages: react is bundled: use the console's copy with import: false/,
  ],
  [
    'a shared package twice in the page',
    (dist) => editShared(dist, (react) => Object.assign(react, { singleton: false })),
    /shared packages: react must be a singleton/,
  ],
  [
    'another version of a shared package',
    (dist) => editShared(dist, (react) => Object.assign(react, { requiredVersion: '^18.2.0' })),
    /shared packages: react must be \^18\.2\.0, but the console has 19\./,
  ],
  [
    'a copy of React in a chunk',
    (dist) =>
      cp(join(repositoryRoot, 'node_modules/react/cjs/react.production.js'), join(dist, 'assets/vendor.js')),
    /shared packages: assets\/vendor\.js contains a copy of React/,
  ],
  [
    'an export in the manifest that the console does not have',
    (dist) => edit(join(dist, 'remote-manifest.json'), (text) => text.replace('"useState"', '"useTomorrow"')),
    /used exports: the remote uses useTomorrow of react, which the console does not have/,
  ],
  [
    'an export read at the start that the console does not have',
    async (dist) => edit(await viewChunk(dist), (text) => text.replace('.css`', '.tomorrow`')),
    /views, pages and extensions: the remote uses tomorrow of styled-components, which the console does not have/,
  ],
  [
    'a view without code',
    (dist) =>
      edit(join(dist, 'remote-manifest.json'), (text) => text.replace('"id": "demo"', '"id": "list"')),
    /views, pages and extensions: remote\.views\['list'\] is in the manifest but has no loader/,
  ],
  [
    'an extension without code',
    (dist) =>
      edit(join(dist, 'remote-manifest.json'), (text) =>
        text.replace(
          '"pages": []',
          '"pages": [], "extensions": [{ "point": "form-panel", "id": "p", "order": 1, "entity": "demo", "title": "P" }]',
        ),
      ),
    /views, pages and extensions: remote\.extensions\['form-panel'\]\['p'\] is in the manifest but has no loader/,
  ],
  [
    'another export',
    async (dist) => edit(await exposedChunk(dist), (text) => text.replace('views:{demo', 'other:{demo')),
    /views, pages and extensions: \.\/remote exports no remote\.views/,
  ],
  [
    'a view of which there is no file',
    async (dist) => rm(await viewChunk(dist)),
    /views, pages and extensions: remote\.views\['demo'\] does not load: Loading chunk/,
  ],
  [
    'a view that throws when it starts',
    async (dist) =>
      edit(await viewChunk(dist), (text) =>
        text.replace(/\{\d+\(\w+,\w+,\w+\)\{/, '$&throw new Error("no view today");'),
      ),
    /views, pages and extensions: remote\.views\['demo'\] does not load: no view today/,
  ],
  [
    'a view that is no component',
    async (dist) => edit(await exposedChunk(dist), (text) => text.replace('.Demo}', '.Other}')),
    /views, pages and extensions: remote\.views\['demo'\] does not load a component/,
  ],
  [
    'code that throws when it starts',
    async (dist) => edit(join(dist, 'remoteEntry.js'), (text) => `throw new Error("broken");${text}`),
    /views, pages and extensions: the remote does not start: broken/,
  ],
  [
    'code generated at run time',
    (dist) => writeFile(join(dist, 'assets/late.js'), 'eval("1")'),
    /no code generated at run time: assets\/late\.js/,
  ],
  [
    'too much of it at the start',
    (dist) =>
      edit(join(dist, 'remoteEntry.js'), (text) => {
        const noise = Array.from({ length: 20_000 }, (_, index) => ((index * 7_919) ** 3 % 1e9).toString(36));
        return `${text};//${noise.join('')}`;
      }),
    /size: \d+\.\d KB of gzip, at most 60 KB/,
  ],
])('fails with %s', async (_what, change, line) => {
  const { code, output } = await check(await broken(change));
  expect(code).toBe(1);
  expect(output).toMatch(line);
  expect(output).toMatch(/^FAILED/m);
});
