import { appendFileSync, existsSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type BrotliOptions, constants } from 'node:zlib';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import CompressionPlugin from 'compression-webpack-plugin';
import type { Configuration, RuleSetRule, WebpackPluginInstance } from 'webpack';

/** What webpack is told on the command line: `development` when watching. */
export type BuildMode = 'development' | 'production';

const textAssets = /\.(js|css|html|svg|json|txt|map)$/;

function sourceRules(mode: BuildMode): RuleSetRule[] {
  const swc = {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: 'es2022',
      transform: {
        react: { runtime: 'automatic', development: mode === 'development', refresh: mode === 'development' },
      },
    },
  };
  return [
    { test: /\.tsx?$/, exclude: /node_modules/, use: { loader: 'swc-loader', options: swc } },
    // Workspace sources do nothing on import, so what an app does not use of a lib stays out of its bundle.
    { test: /\.tsx?$/, include: /[\\/]libs[\\/]/, sideEffects: false },
    { test: /\.css$/, type: 'css/auto' },
    { test: /\.(woff2|svg|png|webp)$/, type: 'asset/resource' },
  ];
}

/** Every text file once more as .br and .gz, so that the gateway never compresses on the fly. */
function compressionPlugins(): WebpackPluginInstance[] {
  return [
    new CompressionPlugin({
      filename: '[path][base].gz',
      algorithm: 'gzip',
      compressionOptions: { level: 9 },
      test: textAssets,
      minRatio: 1,
    }),
    new CompressionPlugin<BrotliOptions>({
      filename: '[path][base].br',
      algorithm: 'brotliCompress',
      compressionOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } },
      test: textAssets,
      minRatio: 1,
    }),
  ];
}

/** Consoles that are open on an earlier release still fetch its files, whose names carry their hashes. */
const replacedFileRetentionDays = 7;
const hashedFile = /\.[0-9a-f]{8,32}\.[a-z0-9.]+$/;

/**
 * Says which files that a build no longer has are kept: for a week from when they were replaced. The first build
 * without a file sets its time to now, as it was in use until then, and notes that in `listFile` for the next ones.
 */
function retainReplacedFiles(folder: string, listFile: string): (name: string) => boolean {
  const replaced = new Set(existsSync(listFile) ? readFileSync(listFile, 'utf8').split('\n') : []);
  // Each build makes it anew: what is in use again is replaced again, later.
  rmSync(listFile, { force: true });
  return (name) => {
    if (!hashedFile.test(name)) return false;
    const file = join(folder, name);
    const now = new Date();
    if (!replaced.has(name)) utimesSync(file, now, now);
    replaced.add(name);
    appendFileSync(listFile, `${name}\n`);
    return statSync(file).mtimeMs > now.getTime() - replacedFileRetentionDays * 86_400_000;
  };
}

/** Apart from each other: what is being developed never gets into a product that runs from the same clone. */
const outputFolders: Readonly<Record<BuildMode, string>> = { production: 'dist', development: '.cache/dist' };

/** What shell and remotes have in common: sources, assets, file names, source maps, no `eval` (CSP). */
export function commonConfig(appFolder: string, mode: BuildMode): Configuration {
  const production = mode === 'production';
  const outputFolder = join(appFolder, outputFolders[mode]);
  return {
    mode,
    target: ['web', 'es2022'],
    context: appFolder,
    devtool: production ? 'source-map' : 'cheap-module-source-map',
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'] },
    module: { rules: sourceRules(mode) },
    experiments: { css: true },
    output: {
      path: outputFolder,
      clean: { keep: retainReplacedFiles(outputFolder, join(appFolder, '.cache', `replaced-${mode}`)) },
      chunkLoadTimeout: 15_000,
      crossOriginLoading: 'anonymous',
      chunkFilename: production ? 'assets/[name].[contenthash:10].js' : 'assets/[name].js',
      cssChunkFilename: production ? 'assets/[name].[contenthash:10].css' : 'assets/[name].css',
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
    },
    plugins: production ? compressionPlugins() : [new ReactRefreshPlugin({ overlay: false })],
    performance: false,
    infrastructureLogging: { level: 'error' },
    cache: {
      type: 'filesystem',
      cacheDirectory: join(appFolder, '.cache', 'webpack'),
      name: mode,
      // What was resolved by another configuration is not believed.
      buildDependencies: { config: [join(appFolder, '.cache', 'webpack.config.mjs')] },
    },
    stats: 'errors-warnings',
  };
}
