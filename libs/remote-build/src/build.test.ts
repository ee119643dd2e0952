import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openContainer } from './contract/open-container.ts';
import { kitBuildOf, kitPackage, kitVersion, sharedPackages } from './shared-packages.ts';
import {
  build,
  createWorkspace,
  removeWorkspaces,
  repositoryRoot,
  watch,
  workspaceFiles,
} from './workspace.fixture.ts';

async function readJson(file: string) {
  return JSON.parse(await readFile(file, 'utf8'));
}

afterAll(removeWorkspaces);

describe('a remote', () => {
  let dist: string;
  /** The installed versions of the shared packages. */
  let installedPeers: { react: string };

  beforeAll(async () => {
    const versions = sharedPackages.map(async (name) => {
      const { version } = await readJson(join(repositoryRoot, 'node_modules', name, 'package.json'));
      return [name, version];
    });
    installedPeers = Object.fromEntries(await Promise.all(versions));
    const folder = join(await createWorkspace(), 'mf-demo');
    expect(await build(folder)).toMatchObject({ code: 0 });
    dist = join(folder, 'dist');
  });

  it('is built without a copy of any shared package or of the federation runtime', async () => {
    const names = await readdir(dist, { recursive: true });
    // Without the entry's copy for this build.
    const scripts = names.filter((name) => name.endsWith('.js') && !/^remoteEntry\.\w+\.js$/.test(name));
    const code = (await Promise.all(scripts.map((name) => readFile(join(dist, name), 'utf8')))).join('\n');
    expect(code).toContain('_FEDERATION_RUNTIME_CORE');
    expect(code.length).toBeLessThan(30_000);
    expect(code).not.toMatch(/\beval\(|new Function\(/);
  });

  it('publishes its manifest as data, with its version and the hash of the build', async () => {
    const manifest = await readJson(join(dist, 'remote-manifest.json'));
    expect(manifest).toMatchObject({ name: 'demo', version: '3.2.1', views: [{ id: 'demo', icon: 'book' }] });
    // Not useMutation, which only unused code imports.
    expect(manifest.uses).toEqual({
      '@tanstack/react-query': ['useQuery'],
      react: ['useState'],
      'react-dom': ['createPortal'],
      'styled-components': ['css', 'default'],
    });
    expect((await readJson(join(dist, 'mf-manifest.json'))).exposes).toMatchObject([{ name: 'remote' }]);

    const changed = await createWorkspace({ 'mf-demo/src/demo.tsx': 'export const Demo = () => null;' });
    await build(join(changed, 'mf-demo'));
    const next = await readJson(join(changed, 'mf-demo/dist/remote-manifest.json'));
    expect(next.build).not.toBe(manifest.build);
  });

  deep.it(
    'publishes its entry and manifests also under the names of the build, which later builds keep',
    async () => {
      const folder = join(await createWorkspace(), 'mf-demo');
      expect(await build(folder)).toMatchObject({ code: 0 });
      const read = (file: string) => readFile(join(folder, 'dist', file), 'utf8');
      const manifest = await read('remote-manifest.json');
      const script = await read('remoteEntry.js');
      const { build: first } = JSON.parse(manifest);
      await writeFile(join(folder, 'src/demo.tsx'), 'export const Demo = () => null;');
      expect(await build(folder)).toMatchObject({ code: 0 });
      expect(JSON.parse(await read('remote-manifest.json')).build).not.toBe(first);

      expect(await read(`remote-manifest.${first}.json`)).toBe(manifest);
      expect(await read(`remoteEntry.${first}.js`)).toBe(script);
      const { metaData } = JSON.parse(await read(`mf-manifest.${first}.json`));
      expect(metaData.remoteEntry.name).toBe(`remoteEntry.${first}.js`);
      expect(
        brotliDecompressSync(await readFile(join(folder, 'dist', `remoteEntry.${first}.js.br`))).toString(),
      ).toBe(script);
    },
  );

  it('has its text files precompressed, and hashes in the names of all but the entry and the manifests', async () => {
    const entry = await readFile(join(dist, 'remoteEntry.js'));
    expect(gunzipSync(await readFile(join(dist, 'remoteEntry.js.gz')))).toEqual(entry);
    expect(brotliDecompressSync(await readFile(join(dist, 'remoteEntry.js.br')))).toEqual(entry);
    const chunks = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.js'));
    expect(chunks.length).toBeGreaterThan(0);
    for (const name of chunks) expect(name).toMatch(/\.[0-9a-f]{10}\.js$/);
  });

  deep.it(
    'keeps the chunks of earlier releases for a week from their replacement, for consoles that are open on them',
    async () => {
      const folder = join(await createWorkspace(), 'mf-demo');
      const assets = join(folder, 'dist/assets');
      await mkdir(assets, { recursive: true });
      const long = new Date(Date.now() - 30 * 86_400_000);
      const old = join(assets, 'demo.9876543210.js');
      for (const name of ['demo.9876543210.js', 'demo.js']) await writeFile(join(assets, name), 'old');
      await utimes(old, long, long);
      // The file was in use until this build, so its age does not matter.
      expect(await build(folder)).toMatchObject({ code: 0 });
      const names = await readdir(assets);
      expect(names).toContain('demo.9876543210.js');
      expect(names).not.toContain('demo.js');
      const week = new Date(Date.now() - 8 * 86_400_000);
      await utimes(old, week, week);
      expect(await build(folder)).toMatchObject({ code: 0 });
      expect(await readdir(assets)).not.toContain('demo.9876543210.js');
    },
  );

  it('does not build against another version of a shared package than the console has', async () => {
    const reactOfItsOwn = {
      'mf-demo/node_modules/react/package.json': '{"name": "react", "version": "18.2.0"}',
    };
    const { code, output } = await build(join(await createWorkspace(reactOfItsOwn), 'mf-demo'));
    expect(code).not.toBe(0);
    expect(output).toMatch(/react: the console has 19\.\S+, this remote has 18\.2\.0/);
  });

  deep.it(
    'outside this repository, builds with exactly the versions that console-sdk was published with',
    async () => {
      const published = (react: string) => ({
        'package.json': '{}',
        'mf-demo/node_modules/@khmer-learning/console-sdk/package.json': JSON.stringify({
          version: '1.0.0',
          peerDependencies: { ...installedPeers, react },
        }),
      });
      const same = await build(join(await createWorkspace(published(installedPeers.react)), 'mf-demo'));
      expect(same).toMatchObject({ code: 0 });
      const { code, output } = await build(join(await createWorkspace(published('18.2.0')), 'mf-demo'));
      expect(code).not.toBe(0);
      expect(output).toContain(`react: the console has 18.2.0, this remote has ${installedPeers.react}`);
    },
  );

  deep.describe('that uses the kit', () => {
    let home: string;

    beforeAll(async () => {
      const kit = {
        'package.json': '{ "version": "1.2.0", "type": "module", "main": "index.js", "build": "a1b2c3" }',
        'index.js': `
          import { useUnsavedChangesGuard } from '@khmer-learning/console-sdk';
          import styled from 'styled-components';
          const Guard = styled.p({ as: useUnsavedChangesGuard });
          export const owner = Guard && 'the remote';`,
      };
      // The console's copy is a stub here, whose exports are not texts.
      const demo = `
        import { owner } from '${kitPackage}';
        const kit = typeof owner === 'string' ? owner : 'the console';
        export const Demo = Object.assign(() => null, { kit });`;
      const workspace = await createWorkspace({
        'mf-demo/src/demo.tsx': demo,
        ...Object.fromEntries(
          Object.entries(kit).map(([file, text]) => [`mf-demo/node_modules/${kitPackage}/${file}`, text]),
        ),
      });
      expect(await build(join(workspace, 'mf-demo'))).toMatchObject({ code: 0 });
      home = join(workspace, 'mf-demo/dist');
    });

    /** Whose copy of the kit the remote uses in a console that has these. */
    async function usedKit(kits: Record<string, string>): Promise<unknown> {
      const { uses } = await readJson(join(home, 'remote-manifest.json'));
      const missing: string[] = [];
      const exported = await openContainer({
        dist: home,
        entry: 'remoteEntry.js',
        globalName: 'mf_demo',
        shared: { ...installedPeers, ...kits },
        exports: { ...uses, [kitPackage]: ['owner'] },
        onMissingExport: (name, from) => missing.push(`${name} of ${from}`),
      });
      const { remote } = exported as { remote: { views: { demo(): Promise<{ kit: string }> } } };
      const { kit } = await remote.views.demo();
      expect(missing).toEqual([]);
      return kit;
    }

    it('uses the copy of a console with the same one, and otherwise its own', async () => {
      expect(await usedKit({ [kitPackage]: '1.2.0-build-a1b2c3' })).toBe('the console');
      expect(await usedKit({ [kitPackage]: '1.2.0-build-a1b2c4' })).toBe('the remote');
      expect(await usedKit({ [kitPackage]: '1.2.0' })).toBe('the remote');
      expect(await usedKit({})).toBe('the remote');
    });

    it('names what its copy uses of the contract, but nothing of the kit', async () => {
      const { uses } = await readJson(join(home, 'remote-manifest.json'));
      expect(Object.keys(uses)).not.toContain(kitPackage);
      expect(uses['@khmer-learning/console-sdk']).toEqual(['useUnsavedChangesGuard']);
    });

    it('has, in this repository, a version of the kit that changes with its sources', async () => {
      expect(kitVersion(repositoryRoot)).toMatch(/^\d+\.\d+\.\d+-build-[0-9a-f]{12}$/);
      const folder = join(
        await createWorkspace({ 'kit/src/index.ts': '1', 'kit/package.json': '{}' }),
        'kit',
      );
      const first = kitBuildOf(folder);
      await writeFile(join(folder, 'src/list.test.ts'), 'a test');
      expect(kitBuildOf(folder)).toBe(first);
      await writeFile(join(folder, 'src/list.ts'), 'a list');
      expect(kitBuildOf(folder)).not.toBe(first);
    });
  });

  it('does not build with a manifest that the shell could not read', async () => {
    const config = workspaceFiles['mf-demo/webpack.config.ts'].replace(`'book'`, `'spaceship'`);
    const { code, output } = await build(
      join(await createWorkspace({ 'mf-demo/webpack.config.ts': config }), 'mf-demo'),
    );
    expect(code).not.toBe(0);
    expect(output).toContain('icon');
  });
});

deep.describe('a remote under development', () => {
  it('leaves what is built alone, and takes up a changed manifest', async () => {
    const folder = join(await createWorkspace(), 'mf-demo');
    await mkdir(join(folder, 'dist'));
    await writeFile(join(folder, 'dist/remote-manifest.json'), 'as it was built');
    const watched = await watch(folder);
    try {
      while ((await watched.label()) !== 'Demo') await sleep(200);
      const config = join(folder, 'webpack.config.ts');
      const text = await readFile(config, 'utf8');
      await writeFile(config, text.replace("label: 'Demo', contract", "label: 'Games', contract"));
      while ((await watched.label()) !== 'Games') await sleep(200);
      expect(await readdir(join(folder, 'dist'))).toEqual(['remote-manifest.json']);
    } finally {
      await watched.stop();
    }
  });
});

describe('the shell', () => {
  it('is built with the versions it shares, no inline script and no eval', async () => {
    const folder = join(await createWorkspace(), 'shell');
    expect(await build(folder)).toMatchObject({ code: 0 });
    const html = await readFile(join(folder, 'dist/index.html'), 'utf8');
    const script = /<script defer[^>]* src="?\/(assets\/main\.[0-9a-f]{10}\.js)"?><\/script>/.exec(html)?.[1];
    expect(script).toBeDefined();
    expect(html).not.toMatch(/<script>/);
    const code = await readFile(join(folder, 'dist', script ?? ''), 'utf8');
    const { version } = await readJson(join(repositoryRoot, 'node_modules/react/package.json'));
    expect(code).toContain(`"${version}"`);
    expect(code).not.toMatch(/\beval\(|new Function\(/);
  });

  deep.it('fails its build when a budget is exceeded, and says by what', async () => {
    const config = workspaceFiles['shell/webpack.config.ts'].replace('maxKilobytes: 170', 'maxKilobytes: 20');
    const { code, output } = await build(
      join(await createWorkspace({ 'shell/webpack.config.ts': config }), 'shell'),
    );
    expect(code).toBe(1);
    expect(output).toMatch(/Over budget\. first screen: \d+\.\d KB of gzip, budget 20 KB/);
  });
});
