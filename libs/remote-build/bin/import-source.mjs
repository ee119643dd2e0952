import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The folder of this package. */
export const remoteBuildFolder = join(import.meta.dirname, '..');

/** The folder of the built shell, which is part of the installed package. Throws if it is not built. */
export function findShell() {
  const places = [join(remoteBuildFolder, 'shell'), join(remoteBuildFolder, '../../shell/dist')];
  const shell = places.find(existsSync);
  if (shell === undefined) throw new Error('The shell is not built: run npm run build');
  return shell;
}

/**
 * Imports a module of a package's `src`, which is TypeScript in the repository and compiled in the installed package. It is
 * bundled into one in-memory module with everything that it imports.
 * @param {string} name path in `src`, without an extension
 * @param {string} [folder] of the package; default: of this one
 * @returns {Promise<Record<string, Function>>} its exports
 */
export async function importSource(name, folder = remoteBuildFolder) {
  const files = ['.ts', '.js'].map((extension) => join(folder, 'src', `${name}${extension}`));
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
