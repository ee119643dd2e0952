import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The possible entry points of a Node app: the process itself, and programs that an operator runs manually. */
const entryFiles = [
  'src/server.ts',
  'src/rebuild.ts',
  'src/republish.ts',
  'src/reset-second-factor.ts',
  'src/demo.ts',
  'src/main.ts',
];

/**
 * The worker threads of a Node app, `src/…/<name>.worker.ts`: bundled beside the processes, in the same folders.
 * @param {string} folder absolute path of the app
 */
function workersOf(folder) {
  return readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.worker.ts'))
    .map((file) => `src/${file.replaceAll('\\', '/')}`);
}

/** Bundles the packages of this repository (TypeScript sources) and leaves installed packages external. */
const packagesOutside = {
  name: 'packages-outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@khmer-learning/') ? undefined : { path, external: true },
    );
  },
};

/**
 * Returns esbuild's options for a Node app.
 * @param {string} folder absolute path of the app
 * @param {{entries?: string[], outdir?: string}} [options] `entries` default to the existing ones of
 *   src/server.ts, src/rebuild.ts, src/republish.ts, src/demo.ts and src/main.ts; `outdir` (within the app, so that its packages resolve) to dist.
 *   src/server.ts comes with its worker threads
 */
export function nodeBundle(folder, { entries, outdir = 'dist' } = {}) {
  const names = entries ?? entryFiles.filter((entry) => existsSync(join(folder, entry)));
  if (names.length === 0) throw new Error(`${folder} has none of ${entryFiles.join(', ')}`);
  return {
    absWorkingDir: folder,
    entryPoints: names.includes('src/server.ts') ? [...names, ...workersOf(folder)] : names,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    loader: { '.md': 'text' },
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [packagesOutside],
  };
}
