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

  it('does not depend on a package of this repository that is not published', () => {
    const dependencies = { '@khmer-learning/service-kit': '*' };
    expect(() => publishedManifest({ ...source, dependencies }, { published, singletons })).toThrow(
      '@khmer-learning/sdk depends on @khmer-learning/service-kit, which is not published',
    );
  });
});
