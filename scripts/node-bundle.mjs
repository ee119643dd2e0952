import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What a Node app starts from: the process itself, and what an operator runs by hand. */
const entryFiles = ['src/server.ts', 'src/rebuild.ts', 'src/main.ts'];

/** Our own packages are TypeScript sources and become part of the bundle; installed ones stay outside. */
const packagesOutside = {
  name: 'packages-outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@khmer-learning/') ? undefined : { path, external: true },
    );
  },
};

/**
 * esbuild's options for a Node app.
 * @param {string} folder the app's folder (absolute)
 * @param {{entries?: string[], outdir?: string}} [options] entries default to those of src/server.ts,
 *   src/rebuild.ts and src/main.ts that exist; `outdir` (within the app, so that its packages resolve) to dist
 */
export function nodeBundle(folder, { entries, outdir = 'dist' } = {}) {
  const names = entries ?? entryFiles.filter((entry) => existsSync(join(folder, entry)));
  if (names.length === 0) throw new Error(`${folder} has none of ${entryFiles.join(', ')}`);
  return {
    absWorkingDir: folder,
    entryPoints: names,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [packagesOutside],
  };
}
