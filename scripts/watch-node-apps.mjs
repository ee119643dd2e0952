import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { context } from 'esbuild';
import { nodeBundle } from './node-bundle.mjs';

/** Restarts the app's process after each build except the first, which only repeats turbo's build. */
function restartAfterBuild(name, restart) {
  let first = true;
  return {
    name: 'restart-after-build',
    setup(build) {
      build.onEnd(({ errors }) => {
        if (!first && errors.length === 0) void restart(name);
        first = false;
      });
    },
  };
}

/**
 * Rebuilds and restarts the services and the gateway when their sources or those of the libs change.
 * @param {string} root the repository's root
 * @param {(name: string) => Promise<void>} restart restarts one process
 */
export async function watchNodeApps(root, restart) {
  const services = readdirSync(join(root, 'services')).map((name) => join(root, 'services', name));
  const folders = [...services, join(root, 'gateway')].filter((folder) =>
    existsSync(join(folder, 'src/server.ts')),
  );
  for (const folder of folders) {
    const options = nodeBundle(folder);
    const plugins = [...options.plugins, restartAfterBuild(basename(folder), restart)];
    const watcher = await context({ ...options, plugins });
    await watcher.watch();
  }
}
