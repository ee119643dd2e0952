import { currentLanguage } from '@khmer-learning/ui-kit';
import type { ExtensionSource } from '../extensions/extensions-context.tsx';
import { localizePart } from '../manifest/localized-text.ts';
import type { RemoteManifestSource } from '../manifest/remote-manifest.ts';
import type { RemoteModule } from '../remote/define-remote.ts';

/** The extensions of a remote, for `renderView`. @param remote not needed for extensions without a component */
export function extensionSource(
  { name, extensions = [] }: RemoteManifestSource,
  remote?: RemoteModule,
): ExtensionSource {
  return {
    extensions: extensions.map((extension) => ({
      remote: name,
      extension: localizePart(extension, currentLanguage()),
    })),
    async load({ extension: { point, id } }) {
      const component = await remote?.extensions[point]?.[id]?.();
      if (component === undefined) throw new Error(`The remote has no component for ${point} ${id}`);
      return component;
    },
    reportCrash: () => {},
  };
}
