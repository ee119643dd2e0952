import { type RemoteManifestSource, remoteManifestSourceSchema } from '@khmer-learning/console-sdk/manifest';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { type Budget, BudgetPlugin } from './budget-plugin.ts';
import { commonConfig, type Mode } from './common-config.ts';
import { RemoteManifestPlugin } from './remote-manifest-plugin.ts';
import { readPackageJson, remoteVersions, type SharedPackage, sharedPackages } from './shared-packages.ts';

/** What a remote's `webpack.config.ts` says. */
export interface RemoteOptions {
  readonly manifest: RemoteManifestSource;
  /** Checked in production builds. The exposed module is the chunk `remote`. */
  readonly budgets?: readonly Budget[];
}

/** The host's copy or none: a remote never carries a shared package. */
function takenFromHost(versions: Record<SharedPackage, string>) {
  const entries = sharedPackages.map((name) => {
    // Shell and remote talk through these two; whether they fit is what the manifest's contract range says.
    const ours = name.startsWith('@khmer-learning/');
    const requiredVersion: string | false = ours ? false : `^${versions[name]}`;
    return [name, { import: false, singleton: true, requiredVersion, strictVersion: !ours }] as const;
  });
  return Object.fromEntries(entries);
}

const jsxRuntime = '@khmer-learning/remote-build/hosts-jsx-runtime';
/** A remote under development runs in whatever shell there is, which may be a production build. */
const inDevelopment = { 'react/jsx-runtime$': jsxRuntime, 'react/jsx-dev-runtime$': jsxRuntime };

/**
 * The webpack configuration of a remote: exposes `src/remote.ts` as `./remote`, publishes `mf-manifest.json`
 * and `remote-manifest.json`, and takes every shared package from the host.
 * Throws when the manifest is not valid or a shared package's version differs from the shell's.
 */
export function defineRemoteConfig({ manifest, budgets = [] }: RemoteOptions) {
  return (appFolder: string, mode: Mode): Configuration => {
    const source = remoteManifestSourceSchema.parse(manifest);
    const common = commonConfig(appFolder, mode);
    const containerName = `mf_${source.name.replaceAll('-', '_')}`;
    return {
      ...common,
      resolve: { ...common.resolve, alias: mode === 'development' ? inDevelopment : {} },
      entry: {},
      output: { ...common.output, uniqueName: containerName, publicPath: 'auto' },
      plugins: [
        ...(common.plugins ?? []),
        new ModuleFederationPlugin({
          name: containerName,
          filename: 'remoteEntry.js',
          exposes: { './remote': { import: './src/remote.ts', name: 'remote' } },
          manifest: true,
          shared: takenFromHost(remoteVersions(appFolder)),
          shareStrategy: 'loaded-first',
          experiments: { externalRuntime: true },
          dts: false,
          dev: false,
        }),
        new RemoteManifestPlugin(source, readPackageJson(appFolder).version ?? '0.0.0'),
        ...(mode === 'production' ? [new BudgetPlugin(budgets)] : []),
      ],
    };
  };
}
