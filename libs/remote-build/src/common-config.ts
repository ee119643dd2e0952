import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type BrotliOptions, constants } from 'node:zlib';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import CompressionPlugin from 'compression-webpack-plugin';
import type { Configuration, RuleSetRule, WebpackPluginInstance } from 'webpack';

/** What webpack is told on the command line: `development` when watching. */
export type Mode = 'development' | 'production';

const textAssets = /\.(js|css|html|svg|json|txt|map)$/;

function sourceRules(mode: Mode): RuleSetRule[] {
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
function precompression(): WebpackPluginInstance[] {
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
const releaseIsOpenForDays = 7;
const hashedFile = /\.[0-9a-f]{8,32}\.[a-z0-9.]+$/;

function isOfLatelyReleased(file: string): boolean {
  const since = Date.now() - releaseIsOpenForDays * 86_400_000;
  return hashedFile.test(file) && statSync(file).mtimeMs > since;
}

/** Apart from each other: what is being developed never gets into a product that runs from the same clone. */
const outputFolders: Readonly<Record<Mode, string>> = { production: 'dist', development: '.cache/dist' };

/** What shell and remotes have in common: sources, assets, file names, source maps, no `eval` (CSP). */
export function commonConfig(appFolder: string, mode: Mode): Configuration {
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
      clean: { keep: (name) => isOfLatelyReleased(join(outputFolder, name)) },
      chunkLoadTimeout: 15_000,
      crossOriginLoading: 'anonymous',
      chunkFilename: production ? 'assets/[name].[contenthash:10].js' : 'assets/[name].js',
      cssChunkFilename: production ? 'assets/[name].[contenthash:10].css' : 'assets/[name].css',
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
    },
    plugins: production ? precompression() : [new ReactRefreshPlugin({ overlay: false })],
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
