import { createHash } from 'node:crypto';
import {
  type RemoteManifest,
  type RemoteManifestSource,
  remoteManifestFileName,
  remoteManifestSourceSchema,
} from '@khmer-learning/console-sdk/manifest';
import { federation } from '@module-federation/vite';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { containerNameOf, readPackageJson, sharedFromHost } from './shared-packages.ts';

const federationManifest = 'mf-manifest.json';

/** Publishes the remote's manifest, and both manifests also under names with the hash of this build. */
function remoteManifestPlugin(source: RemoteManifestSource, version: string): Plugin {
  let isServing = false;
  return {
    name: 'remote-manifest',
    configResolved: ({ command }) => {
      isServing = command === 'serve';
    },
    configureServer({ middlewares }) {
      const text = JSON.stringify({ ...source, version, build: 'development' } satisfies RemoteManifest);
      middlewares.use(`/${remoteManifestFileName}`, (_request, response) => void response.end(text));
    },
    /** Vite adds its client, which reloads the page after a change, only to pages of its own. */
    transform: (code, id) =>
      isServing && id.endsWith('/src/remote.ts') ? `import '/@vite/client';\n${code}` : undefined,
    handleHotUpdate({ server }) {
      server.ws.send({ type: 'full-reload' });
      return [];
    },
    generateBundle: {
      // After the federation plugin, which writes its manifest in this hook.
      order: 'post',
      handler(_options, bundle) {
        const asset = bundle[federationManifest];
        if (asset?.type !== 'asset') throw new Error(`${federationManifest} was not built`);
        // It names the entry and the chunks, each with the hash of its content.
        const hash = createHash('sha256')
          .update(asset.source)
          .update(JSON.stringify({ ...source, version }));
        const build = hash.digest('hex').slice(0, 20);
        const manifest: RemoteManifest = { ...source, version, build };
        const emit = (fileName: string, text: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName, source: text });
        emit(federationManifest.replace('.json', `.${build}.json`), asset.source);
        for (const name of [
          remoteManifestFileName,
          remoteManifestFileName.replace('.json', `.${build}.json`),
        ])
          emit(name, JSON.stringify(manifest, null, 2));
      },
    },
  };
}

/**
 * The Vite configuration of a remote, run in its folder: exposes `src/remote.ts` as `./remote`, publishes the same manifests as
 * `defineRemoteConfig`, and takes every shared package from the host. All other packages are bundled, also the kit.
 * Throws when the manifest is not valid or a shared package's version differs from the shell's.
 */
export function defineViteRemote({ manifest }: { readonly manifest: RemoteManifestSource }): UserConfig {
  const source = remoteManifestSourceSchema.parse(manifest);
  const appFolder = process.cwd();
  const hashed = '[name].[hash:10]';
  return defineConfig({
    base: './',
    build: {
      target: 'es2022',
      modulePreload: false,
      sourcemap: true,
      rolldownOptions: {
        input: 'src/remote.ts',
        output: {
          hashCharacters: 'hex',
          entryFileNames: `assets/${hashed}.js`,
          chunkFileNames: `assets/${hashed}.js`,
          assetFileNames: `assets/${hashed}[extname]`,
        },
      },
    },
    plugins: [
      federation({
        name: containerNameOf(source.name),
        // A browser keeps a module by its address: each build needs an entry of its own.
        filename: 'remoteEntry.[hash].js',
        exposes: { './remote': './src/remote.ts' },
        manifest: true,
        shared: sharedFromHost(appFolder),
        shareStrategy: 'loaded-first',
        experiments: { externalRuntime: true },
        dts: false,
        dev: false,
      }),
      remoteManifestPlugin(source, readPackageJson(appFolder).version ?? '0.0.0'),
    ],
  });
}
