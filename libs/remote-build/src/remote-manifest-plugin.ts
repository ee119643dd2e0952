import {
  type RemoteManifest,
  type RemoteManifestSource,
  remoteManifestFileName,
} from '@khmer-learning/console-sdk/manifest';
import webpack, { type Compiler, type WebpackPluginInstance } from 'webpack';
import { usedSharedExports } from './used-exports.ts';

/** Publishes `remote-manifest.json`: the remote's manifest with its version, and the hash and used exports of this build. */
export class RemoteManifestPlugin implements WebpackPluginInstance {
  private readonly source: RemoteManifestSource;
  private readonly version: string;

  constructor(source: RemoteManifestSource, version: string) {
    this.source = source;
    this.version = version;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('RemoteManifestPlugin', (compilation) => {
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
