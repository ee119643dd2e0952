#!/usr/bin/env node
// Builds the app in the current folder from its webpack.config.ts; with --watch, keeps building and reloads
// the page's modules in place.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';

const appFolder = process.cwd();
const watching = process.argv.includes('--watch');
const mode = watching ? 'development' : 'production';
// React and the bundled configuration read it.
process.env.NODE_ENV = mode;
// 8080 is the console's.
process.env.WEBPACK_DEV_SERVER_BASE_PORT ??= '3101';

/** Node does not read TypeScript: the configuration and the preset it calls become one module first. */
async function loadConfig() {
  const outfile = join(appFolder, '.cache', 'webpack.config.mjs');
  await mkdir(join(appFolder, '.cache'), { recursive: true });
  await build({
    entryPoints: [join(appFolder, 'webpack.config.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    plugins: [
      {
        name: 'packages-stay-outside',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@khmer-learning/')
              ? undefined
              : { path, external: true },
          );
        },
      },
    ],
  });
  const { default: define } = await import(pathToFileURL(outfile).href);
  return define(appFolder, mode);
}

function buildOnce(config) {
  webpack(config, (error, stats) => {
    if (error) throw error;
    console.log(
      stats.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY, loggingDebug: [/budget/] }),
    );
    process.exitCode = stats.hasErrors() ? 1 : 0;
  });
}

/**
 * Serves the app's files with hot reload on DEV_SERVER_PORT (the first free port from 3101 without it), and writes them to
 * .cache/dist, from where the gateway serves the shell. The page lives on another port, so anybody may read them.
 */
async function watch(config) {
  // The server cleans up in its memory alone.
  await rm(config.output.path, { recursive: true, force: true });
  const port = Number(process.env.DEV_SERVER_PORT ?? (await WebpackDevServer.getFreePort('auto')));
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
    webpack(config),
  );
  await server.start();
  console.log(`Watching ${appFolder} on http://localhost:${port}`);
}

const config = await loadConfig();
await (watching ? watch(config) : buildOnce(config));
