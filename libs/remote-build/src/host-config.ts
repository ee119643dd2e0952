import { contractVersion } from '@khmer-learning/console-sdk/contract-version';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack, { type Chunk, type ChunkGraph, type Configuration, type Module } from 'webpack';
import { type BundleBudget, BundleBudgetPlugin } from './bundle-budget-plugin.ts';
import { type BuildMode, commonConfig } from './common-config.ts';
import { hostPackageVersions, kitPackage, kitVersion } from './shared-packages.ts';

type SplitChunks = Extract<NonNullable<Configuration['optimization']>['splitChunks'], object>;
type CacheGroups = NonNullable<SplitChunks['cacheGroups']>;

/** The settings in the shell's `webpack.config.ts`. */
export interface HostConfigOptions {
  /** Checked in production builds. The first script is the chunk `main`. */
  readonly budgets?: readonly BundleBudget[];
}

/** The chunks that a signed-in user loads. */
const consoleChunks = new Set<Chunk['name']>(['console', 'remote-page', 'federation']);

/** One chunk each for what the console's chunks and what the first screen's share, instead of many: each is a request. */
const sharedChunks: CacheGroups = {
  toast: {
    name: 'toast-shared',
    chunks: 'async',
    test: (module: Module, { chunkGraph }: { chunkGraph: ChunkGraph }) =>
      [...chunkGraph.getModuleChunksIterable(module)].some(({ name }) => name === 'toast'),
    priority: 20,
    enforce: true,
  },
  console: {
    name: 'console-shared',
    chunks: ({ name }) => consoleChunks.has(name),
    minChunks: 2,
    priority: 10,
    enforce: true,
  },
};

/**
 * The webpack configuration of the shell, with the entry `src/main.tsx` and the template `src/index.html`.
 * The host uses no federation plugin: it starts the federation runtime itself, after sign-in, and registers the shared
 * packages with it. The constant `SHARED_VERSIONS` has their versions, and that of the kit.
 */
export function defineHostConfig({ budgets = [] }: HostConfigOptions = {}) {
  return (appFolder: string, mode: BuildMode): Configuration => {
    const production = mode === 'production';
    const common = commonConfig(appFolder, mode);
    return {
      ...common,
      entry: {
        main: [...(production ? [] : ['@khmer-learning/remote-build/refresh-hook']), './src/main.tsx'],
      },
      output: {
        ...common.output,
        uniqueName: 'shell',
        publicPath: '/',
        filename: production ? 'assets/[name].[contenthash:10].js' : 'assets/[name].js',
        cssFilename: production ? 'assets/[name].[contenthash:10].css' : 'assets/[name].css',
      },
      ...(production
        ? { optimization: { splitChunks: { cacheGroups: { ...sharedChunks, defaultVendors: false } } } }
        : {}),
      plugins: [
        ...(common.plugins ?? []),
        new webpack.DefinePlugin({
          SHARED_VERSIONS: JSON.stringify({
            ...hostPackageVersions(appFolder),
            [kitPackage]: kitVersion(appFolder),
          }),
          // Excludes the federation runtime's code for servers.
          ENV_TARGET: JSON.stringify('web'),
        }),
        new HtmlWebpackPlugin({
          template: './src/index.html',
          scriptLoading: 'defer',
          // The gateway gives out no release of a remote that requires another version.
          meta: { 'console-contract': contractVersion },
        }),
        ...(production ? [new BundleBudgetPlugin(budgets)] : []),
      ],
    };
  };
}
