#!/usr/bin/env node
// Builds the app in the current folder from its webpack.config.ts; with --watch, keeps building and reloads
// the page's modules in place.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, context } from 'esbuild';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';

const appFolder = process.cwd();
const watching = process.argv.includes('--watch');
const mode = watching ? 'development' : 'production';
// React and the bundled configuration read it.
process.env.NODE_ENV = mode;
// 8080 is the console's.
process.env.WEBPACK_DEV_SERVER_BASE_PORT ??= '3101';

const bundledConfig = join(appFolder, '.cache', 'webpack.config.mjs');

/** Node does not read TypeScript: the configuration and the preset it calls become one module first. */
const configBundle = {
  entryPoints: [join(appFolder, 'webpack.config.ts')],
  outfile: bundledConfig,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
};
const packagesStayOutside = {
  name: 'packages-stay-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@khmer-learning/') ? undefined : { path, external: true },
    );
  },
};

/** The configuration as it was bundled last. */
async function readConfig() {
  const { default: define } = await import(`${pathToFileURL(bundledConfig)}?read=${performance.now()}`);
  return define(appFolder, mode);
}

async function buildOnce() {
  await build({ ...configBundle, plugins: [packagesStayOutside] });
  webpack(await readConfig(), (error, stats) => {
    if (error) throw error;
    console.log(
      stats.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY, loggingDebug: [/budget/] }),
    );
    process.exitCode = stats.hasErrors() ? 1 : 0;
  });
}

/**
 * Serves the app's files with hot reload, and writes them to .cache/dist, from where the gateway serves the shell. The page
 * lives on another port, so anybody may read them.
 * @returns how to stop it
 */
async function serve(config, port) {
  // The server cleans up in its memory alone.
  await rm(config.output.path, { recursive: true, force: true });
  const compiler = webpack(config);
  const server = new WebpackDevServer(
    {
      host: '127.0.0.1',
      port,
      hot: true,
      static: false,
      historyApiFallback: true,
      headers: { 'Access-Control-Allow-Origin': '*' },
      allowedHosts: 'all',
      devMiddleware: { writeToDisk: true },
      client: { overlay: false, webSocketURL: `ws://localhost:${port}/ws` },
    },
    compiler,
  );
  await server.start();
  return async () => {
    await server.stop();
    await new Promise((done) => compiler.close(done));
  };
}

/**
 * Serves on DEV_SERVER_PORT (the first free port from 3101 without it), anew when the configuration or the manifest in it
 * changes.
 */
async function watch() {
  const port = Number(process.env.DEV_SERVER_PORT ?? (await WebpackDevServer.getFreePort('auto')));
  let stop;
  let turn = Promise.resolve();
  const serveAnew = async () => {
    const config = await readConfig();
    await stop?.();
    stop = undefined;
    stop = await serve(config, port);
    console.log(`Watching ${appFolder} on http://localhost:${port}`);
  };
  const afterEachBundle = {
    name: 'serve-anew',
    setup({ onEnd }) {
      onEnd(({ errors }) => {
        if (errors.length > 0) return;
        turn = turn.then(serveAnew).catch((error) => {
          console.error(error.message);
          // With a manifest that is no good yet, what was served before stays.
          if (stop === undefined) process.exit(1);
        });
      });
    },
  };
  const bundler = await context({ ...configBundle, plugins: [packagesStayOutside, afterEachBundle] });
  await bundler.watch();
}

await (watching ? watch() : buildOnce());
