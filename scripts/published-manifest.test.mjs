import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { guides, packagedText } from './packages/package-docs.mjs';
import { publishedManifest } from './packages/published-manifest.mjs';

const singletons = ['react', '@khmer-learning/kit'];
const published = new Map(
  ['@khmer-learning/kit', '@khmer-learning/contracts'].map((name) => [name, { name, version: '1.4.2' }]),
);
const source = {
  name: '@khmer-learning/sdk',
  version: '1.4.2',
  type: 'module',
  sideEffects: ['./src/testing/render.tsx'],
  exports: { '.': './src/index.ts', './testing': './src/testing.tsx', './jest': './jest/project.mjs' },
  publishConfig: { directory: 'dist' },
  dependencies: {
    react: '19.3.1',
    zod: '4.6.7',
    '@khmer-learning/kit': '*',
    '@khmer-learning/contracts': '*',
  },
  devDependencies: { jest: '30.5.2' },
};

describe('the package.json that is published', () => {
  it('exports compiled modules with their types, and no source', () => {
    const manifest = publishedManifest(source, { published, singletons });
    expect(manifest.exports).toEqual({
      '.': { types: './src/index.d.ts', default: './src/index.js' },
      './testing': { types: './src/testing.d.ts', default: './src/testing.js' },
      './jest': './jest/project.mjs',
      './package.json': './package.json',
    });
    expect(manifest.sideEffects).toEqual(['./src/testing/render.js']);
    expect(JSON.stringify(manifest)).not.toMatch(/(?<!\.d)\.tsx?"|publishConfig|devDependencies/);
  });

  it('has what a page loads once as exact peer dependencies, and our own packages in their exact version', () => {
    const manifest = publishedManifest(source, { published, singletons });
    expect(manifest.dependencies).toEqual({ zod: '4.6.7', '@khmer-learning/contracts': '1.4.2' });
    expect(manifest.peerDependencies).toEqual({ react: '19.3.1', '@khmer-learning/kit': '1.4.2' });
  });

  it('names its licence and the repository that releases it', () => {
    const released = { published, singletons, repository: 'school/console', folder: 'libs/sdk' };
    expect(publishedManifest(source, released)).toMatchObject({
      license: 'UNLICENSED',
      homepage: 'https://github.com/school/console/tree/main/libs/sdk#readme',
      repository: { url: 'git+https://github.com/school/console.git', directory: 'libs/sdk' },
    });
    expect(publishedManifest(source, { published, singletons }).repository).toBeUndefined();
  });

  it('does not depend on a package of this repository that is not published', () => {
    const dependencies = { '@khmer-learning/service-kit': '*' };
    expect(() => publishedManifest({ ...source, dependencies }, { published, singletons })).toThrow(
      '@khmer-learning/sdk depends on @khmer-learning/service-kit, which is not published',
    );
  });
});

describe('the documents in the packages', () => {
  const root = join(__dirname, '..');
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const folders = readdirSync(join(root, 'libs'))
    .map((name) => `libs/${name}`)
    .filter((folder) => JSON.parse(read(`${folder}/package.json`)).publishConfig?.directory);
  const sourceOf = (installed) =>
    installed.startsWith('console-sdk/docs/')
      ? installed.replace('console-sdk/', '')
      : `libs/${installed.replace(/\.d\.ts$/, '.ts')}`;

  it.each([
    ...guides.map((file) => [file, 'console-sdk/docs']),
    ...folders.map((folder) => [`${folder}/README.md`, posix.basename(folder)]),
  ])('%s links only what is installed', (file, home) => {
    const links = [...packagedText(read(file), file, folders).matchAll(/\]\(([^)\s#:]+)/g)];
    const targets = links.map(([, target]) => posix.join(home, target));
    expect(targets.filter((target) => !existsSync(join(root, sourceOf(target))))).toEqual([]);
    const owners = targets.map((target) => `libs/${target.split('/')[0]}`);
    expect(owners.filter((owner) => !folders.includes(owner))).toEqual([]);
  });

  it('keep the words of a link to what is in no package', () => {
    const text =
      'See [the\n  kit](../../docs/decisions/console.md#charts), [guide](../../docs/remotes.md#a-trial).';
    expect(packagedText(text, 'libs/ui-kit/README.md', folders)).toBe(
      'See the\n  kit, [guide](../console-sdk/docs/remotes.md#a-trial).',
    );
  });
});
