import {
  type ExtensionSource,
  isContractSupported,
  localizePart,
  RemoteProvider,
} from '@khmer-learning/console-sdk';
import { formatDigits, type Language, useLanguage } from '@khmer-learning/ui-kit';
import { type ComponentType, useMemo } from 'react';
import { message } from '../console/messages/messages.ts';
import { shellExtensions } from '../console/shell-extensions.ts';
import type { RegisteredRemote } from './registry.ts';
import { RemoteLoadError } from './remote-loader.ts';
import { useRegistry, useRemoteLoader } from './remotes-context.tsx';

function extensionsOf({ name, manifest, disabled }: RegisteredRemote, language: Language) {
  if (manifest === null || disabled || !isContractSupported(manifest.contract)) return [];
  return (manifest.extensions ?? []).map((extension) => ({
    remote: name,
    extension: localizePart(extension, language, formatDigits),
  }));
}

/** The component as code of its remote: it may be shown in a view of another one. */
function inRemote<Props extends object>(name: string, Component: ComponentType<Props>): ComponentType<Props> {
  return (props: Props) => (
    <RemoteProvider name={name}>
      <Component {...props} />
    </RemoteProvider>
  );
}

/** The extensions of the shell and of all remotes that this console can load. */
export function useRemoteExtensions(): ExtensionSource {
  const { data: registry } = useRegistry();
  const loader = useRemoteLoader();
  const { language, numerals } = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: formatDigits follows the numerals
  return useMemo(() => {
    const remotes = registry?.remotes.map(loader.effectiveRemote) ?? [];
    const own = shellExtensions.map((extension) => ({
      remote: 'shell',
      extension: localizePart(extension, language, formatDigits),
    }));
    return {
      extensions: [...own, ...remotes.flatMap((remote) => extensionsOf(remote, language))],
      async load({ remote: name, extension: { point, id } }) {
        const remote = remotes.find((one) => one.name === name);
        if (remote === undefined)
          throw new RemoteLoadError(message('remoteLoader.notRegistered', { remote: name }));
        const Component = await loader.loadExtension({ remote, point, id });
        return inRemote(name, Component);
      },
      reportCrash: ({ remote, extension: { point, id } }, error) =>
        loader.reportExtensionCrash({ remote, point, id }, error),
    };
  }, [registry, loader, language, numerals]);
}
