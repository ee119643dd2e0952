import {
  type RemoteManifest,
  type RemoteManifestSource,
  remoteManifestFileName,
} from '@khmer-learning/console-sdk/manifest';
import webpack, { type Compilation, type Compiler, type WebpackPluginInstance } from 'webpack';
import { usedSharedExports } from './used-exports.ts';

/** The files by which a console finds a remote. Their names are the same in each build. */
export const entryFiles = { federationManifest: 'mf-manifest.json', script: 'remoteEntry.js' } as const;

/**
 * Publishes `remote-manifest.json`: the remote's manifest with its version, and the hash and used exports of this build.
 * In production, also publishes it and the entry files under names with that hash, such as `mf-manifest.<build>.json`. They
 * stay when a newer build replaces the others, so that a console can load this build beside it, or again.
 */
export class RemoteManifestPlugin implements WebpackPluginInstance {
  private readonly source: RemoteManifestSource;
  private readonly version: string;

  constructor(source: RemoteManifestSource, version: string) {
    this.source = source;
    this.version = version;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('RemoteManifestPlugin', (compilation) => {
      if (compiler.options.mode === 'production') {
        // The federation plugin writes its manifest in an earlier stage.
        const last = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
        compilation.hooks.processAssets.tap({ name: 'RemoteManifestPlugin', stage: last }, () =>
          emitFilesOfBuild(compilation),
        );
      }
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'RemoteManifestPlugin', stage }, () => {
        const manifest: RemoteManifest = {
          ...this.source,
          version: this.version,
          build: compilation.hash ?? '',
          uses: usedSharedExports(compilation),
        };
        const text = JSON.stringify(manifest, null, 2);
        compilation.emitAsset(remoteManifestFileName, new webpack.sources.RawSource(text));
      });
    });
  }
}

function emitFilesOfBuild(compilation: Compilation): void {
  const { federationManifest, script } = entryFiles;
  const ofBuild = (file: string) => file.replace(/\.\w+$/, `.${compilation.hash}$&`);
  const emit = (file: string, edit = (text: string) => text) => {
    const text = compilation.getAsset(file)?.source.source().toString();
    if (text === undefined) throw new Error(`${file} was not built`);
    // Without `minimized`, the copy would be minified again.
    compilation.emitAsset(ofBuild(file), new webpack.sources.RawSource(edit(text)), { minimized: true });
  };
  emit(remoteManifestFileName);
  emit(script);
  emit(federationManifest, (text) => text.replaceAll(`"${script}"`, `"${ofBuild(script)}"`));
}
