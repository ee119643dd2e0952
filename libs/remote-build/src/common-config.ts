import { appendFileSync, existsSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type BrotliOptions, constants } from 'node:zlib';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import CompressionPlugin from 'compression-webpack-plugin';
import type { Configuration, RuleSetRule, WebpackPluginInstance } from 'webpack';

/** The mode of a build: `development` with --watch. */
export type BuildMode = 'development' | 'production';

const require = createRequire(import.meta.url);

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
    {
      test: /\.tsx?$/,
      exclude: /node_modules/,
      use: { loader: require.resolve('swc-loader'), options: swc },
    },
    // Workspace sources have no side effects on import, so unused parts of a lib are tree-shaken.
    { test: /\.tsx?$/, include: /[\\/]libs[\\/]/, sideEffects: false },
    // Published packages of ours read the default exports of shared packages, as their sources do. webpack would otherwise
    // follow Node, where the default export of a module of an unknown kind is the whole module.
    // A file that is only named by a URL, such as an audio worklet, stays a file of its own.
    {
      test: /\.js$/,
      include: /[\\/]node_modules[\\/]@khmer-learning[\\/]/,
      dependency: { not: ['url'] },
      type: 'javascript/auto',
    },
    { test: /\.css$/, type: 'css/auto' },
    { test: /\.(woff2|png|webp)$/, type: 'asset/resource' },
    // A small one, such as the page's icon, is not worth a request.
    { test: /\.svg$/, type: 'asset' },
  ];
}

function brotliPlugin(test: RegExp, exclude: RegExp | undefined, quality: number): WebpackPluginInstance {
  return new CompressionPlugin<BrotliOptions>({
    filename: '[path][base].br',
    algorithm: 'brotliCompress',
    compressionOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: quality } },
    test,
    exclude,
    minRatio: 1,
  });
}

/** Adds a .br and a .gz copy of every text file, so that the gateway never compresses on the fly. */
function compressionPlugins(): WebpackPluginInstance[] {
  return [
    new CompressionPlugin({
      filename: '[path][base].gz',
      algorithm: 'gzip',
      compressionOptions: { level: 9 },
      test: textAssets,
      minRatio: 1,
    }),
    // Source maps are fetched only by developers, and take the most time to compress.
    brotliPlugin(textAssets, /\.map$/, 11),
    brotliPlugin(/\.map$/, undefined, 9),
  ];
}

/** Consoles that were opened with an earlier release still fetch its files, which have hashes in their names. */
const replacedFileRetentionDays = 7;
const hashedFile = /\.[0-9a-f]{8,32}\.[a-z0-9.]+$/;

/**
 * Decides which files of earlier builds are kept: for 7 days after they were replaced. The first build without a file
 * sets the file's time to now, because it was in use until then, and records it in `listFile` for later builds.
 */
function retainReplacedFiles(folder: string, listFile: string): (name: string) => boolean {
  const replaced = new Set(existsSync(listFile) ? readFileSync(listFile, 'utf8').split('\n') : []);
  // Each build rewrites the list, so a file that is in use again can be replaced again later.
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

/** Separate folders, so that a development build never gets into a production installation in the same clone. */
const outputFolders: Readonly<Record<BuildMode, string>> = { production: 'dist', development: '.cache/dist' };

/** The webpack configuration shared by shell and remotes: sources, assets, file names, source maps, no `eval` (CSP). */
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
      // A changed configuration invalidates the cache.
      buildDependencies: { config: [join(appFolder, '.cache', 'webpack.config.mjs')] },
    },
    stats: 'errors-warnings',
  };
}
