import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The folder of this package. */
export const remoteBuildFolder = join(import.meta.dirname, '..');

/**
 * Imports a module of this package's `src`, which is TypeScript in the repository and compiled in the installed package. It is
 * bundled into one in-memory module with everything that it imports.
 * @param {string} name path in `src`, without an extension
 * @returns {Promise<Record<string, Function>>} its exports
 */
export async function importSource(name) {
  const files = ['.ts', '.js'].map((extension) => join(remoteBuildFolder, 'src', `${name}${extension}`));
  const { outputFiles } = await build({
    entryPoints: [files.find(existsSync)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    // Selects the federation runtime's code for browsers.
    define: { ENV_TARGET: '"web"' },
  });
  const source = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${source}`);
}
