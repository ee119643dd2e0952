import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { type BundleBudget, BundleBudgetPlugin } from './bundle-budget-plugin.ts';
import { type BuildMode, commonConfig } from './common-config.ts';
import { hostPackageVersions, kitPackage, kitVersion } from './shared-packages.ts';

/** The settings in the shell's `webpack.config.ts`. */
export interface HostConfigOptions {
  /** Checked in production builds. The first script is the chunk `main`. */
  readonly budgets?: readonly BundleBudget[];
}

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
          favicon: './src/favicon.svg',
          scriptLoading: 'defer',
        }),
        ...(production ? [new BundleBudgetPlugin(budgets)] : []),
      ],
    };
  };
}
