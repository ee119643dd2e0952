#!/usr/bin/env node
// Builds the app in the current folder from its webpack.config.ts, or vite.config.ts. With --watch, it serves the app with hot reload. With
// --development <folder>, it builds the app for development there, without source maps. `upgrade`: see upgrade.mjs.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build, context } from 'esbuild';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';

if (process.argv[2] === 'upgrade') {
  await import('./upgrade.mjs');
  process.exit();
}

const appFolder = process.cwd();
const { watch: watching, development: developmentFolder } = parseArgs({
  options: { watch: { type: 'boolean', default: false }, development: { type: 'string' } },
}).values;
const mode = watching || developmentFolder !== undefined ? 'development' : 'production';
// React and the bundled configuration read this variable.
process.env.NODE_ENV = mode;
// Not webpack's default port 8080, which the console uses.
process.env.WEBPACK_DEV_SERVER_BASE_PORT ??= '3101';

/** Each development host has a folder of its own for what it serves. */
const { DEV_HOST_FOLDER: hostFolder } = process.env;
const usesVite = existsSync(join(appFolder, 'vite.config.ts'));
const configName = usesVite ? 'vite.config' : 'webpack.config';
const bundledConfig = join(appFolder, '.cache', `${configName}.mjs`);

/** Bundles the TypeScript configuration and the preset that it calls into one module that Node can import. */
const configBundle = {
  entryPoints: [join(appFolder, `${configName}.ts`)],
  outfile: bundledConfig,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
};
/** Bundles the packages of this repository, which are TypeScript there. Node imports installed packages itself. */
const packagesStayOutside = {
  name: 'packages-stay-outside',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === 'resolving') return undefined;
      if (!path.startsWith('@khmer-learning/')) return { path, external: true };
      const resolved = await resolve(path, { kind, resolveDir, pluginData: 'resolving' });
      return /\.tsx?$/.test(resolved.path) ? resolved : { path, external: true };
    });
  },
};

/** Imports the most recently bundled configuration. The query bypasses Node's module cache. */
async function readConfig() {
  const { default: define } = await import(`${pathToFileURL(bundledConfig)}?read=${performance.now()}`);
  const config = define(appFolder, mode);
  if (hostFolder !== undefined) return { ...config, output: { ...config.output, path: hostFolder } };
  if (developmentFolder === undefined) return config;
  const output = { ...config.output, path: resolve(developmentFolder), clean: true };
  return { ...config, output, devtool: false };
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
 * Serves the app's files with hot reload, and writes them to .cache/dist, from where the gateway serves the shell. CORS
 * is open because the page has another origin.
 * @returns a function that stops the server
 */
async function serve(config, port) {
  // The dev server does not clean the folder on disk.
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
 * Serves on DEV_SERVER_PORT (default: the first free port from 3101). Restarts the server when the configuration or its
 * manifest changes.
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
          // With an invalid configuration, the previous server keeps running; without one, exit.
          if (stop === undefined) process.exit(1);
        });
      });
    },
  };
  const bundler = await context({ ...configBundle, plugins: [packagesStayOutside, afterEachBundle] });
  await bundler.watch();
}

async function runVite() {
  await build({ ...configBundle, plugins: [packagesStayOutside] });
  const vite = await import('vite');
  const config = {
    ...(await import(pathToFileURL(bundledConfig))).default,
    root: appFolder,
    configFile: false,
  };
  if (!watching) return vite.build(config);
  const port = Number(process.env.DEV_SERVER_PORT ?? 3101);
  const server = {
    host: 'localhost',
    port,
    strictPort: true,
    cors: true,
    origin: `http://localhost:${port}`,
  };
  await (await vite.createServer({ ...config, server, mode, cacheDir: hostFolder })).listen();
  console.log(`Watching ${appFolder} on ${server.origin}`);
}

if (usesVite) await runVite();
else await (watching ? watch() : buildOnce());
