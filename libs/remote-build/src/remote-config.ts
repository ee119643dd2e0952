import { type RemoteManifestSource, remoteManifestSourceSchema } from '@khmer-learning/console-sdk/manifest';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Chunk, Configuration } from 'webpack';
import { type BundleBudget, BundleBudgetPlugin } from './bundle-budget-plugin.ts';
import { type BuildMode, commonConfig } from './common-config.ts';
import { entryFiles, RemoteManifestPlugin } from './remote-manifest-plugin.ts';
import {
  containerNameOf,
  kitPackage,
  kitVersion,
  readPackageJson,
  sharedFromHost,
} from './shared-packages.ts';

/** The settings in a remote's `webpack.config.ts`. */
export interface RemoteConfigOptions {
  readonly manifest: RemoteManifestSource;
  /** Checked in production builds. The exposed module is the chunk `remote`. */
  readonly budgets?: readonly BundleBudget[];
}

/**
 * The kit is the console's copy if that is exactly the one of this build, and otherwise a copy of the remote's own. It is
 * not offered to other remotes (`version: false`), which must not depend on this one's server.
 */
function sharedKit(appFolder: string) {
  const requiredVersion = kitVersion(appFolder);
  return requiredVersion === undefined ? {} : { [kitPackage]: { version: false as const, requiredVersion } };
}

const exposedChunk = 'remote';

/** Whether a chunk is loaded by the exposed module itself: that of a view, a page or an extension. */
function isPartChunk(chunk: Chunk): boolean {
  return [...chunk.groupsIterable].some((group) =>
    group.getParents().some((parent) => parent.chunks.some(({ name }) => name === exposedChunk)),
  );
}

/** What most views share is one chunk instead of many: each is a request, also for the browser's cache. */
const sharedChunks = {
  parts: { name: 'parts-shared', chunks: isPartChunk, minChunks: 4, priority: 10, enforce: true },
};

const jsxRuntime = '@khmer-learning/remote-build/hosts-jsx-runtime';
/** A remote under development may run in a shell that is a production build. */
const developmentAliases = { 'react/jsx-runtime$': jsxRuntime, 'react/jsx-dev-runtime$': jsxRuntime };

/**
 * The webpack configuration of a remote: exposes `src/remote.ts` as `./remote`, publishes `mf-manifest.json`
 * and `remote-manifest.json`, and takes every shared package from the host; the kit only if the host's is the same.
 * Throws when the manifest is not valid or a shared package's version differs from the shell's.
 */
export function defineRemoteConfig({ manifest, budgets = [] }: RemoteConfigOptions) {
  return (appFolder: string, mode: BuildMode): Configuration => {
    const source = remoteManifestSourceSchema.parse(manifest);
    const common = commonConfig(appFolder, mode);
    const containerName = containerNameOf(source.name);
    return {
      ...common,
      resolve: { ...common.resolve, alias: mode === 'development' ? developmentAliases : {} },
      entry: {},
      output: { ...common.output, uniqueName: containerName, publicPath: 'auto' },
      ...(mode === 'production' ? { optimization: { splitChunks: { cacheGroups: sharedChunks } } } : {}),
      plugins: [
        ...(common.plugins ?? []),
        new ModuleFederationPlugin({
          name: containerName,
          filename: entryFiles.script,
          exposes: { './remote': { import: './src/remote.ts', name: exposedChunk } },
          manifest: true,
          shared: { ...sharedFromHost(appFolder), ...sharedKit(appFolder) },
          shareStrategy: 'loaded-first',
          experiments: { externalRuntime: true },
          dts: false,
          dev: false,
        }),
        new RemoteManifestPlugin(source, readPackageJson(appFolder).version ?? '0.0.0'),
        ...(mode === 'production' ? [new BundleBudgetPlugin(budgets)] : []),
      ],
    };
  };
}
