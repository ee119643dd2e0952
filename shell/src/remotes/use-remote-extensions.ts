import { type ExtensionSource, isContractSupported } from '@khmer-learning/console-sdk';
import { useMemo } from 'react';
import { shellExtensions } from '../console/shell-extensions.ts';
import type { RegisteredRemote } from './registry.ts';
import { RemoteLoadError } from './remote-load-error.ts';
import { useRegistry, useRemoteLoader } from './remotes-context.tsx';

function extensionsOf({ name, manifest, disabled }: RegisteredRemote) {
  if (manifest === null || disabled || !isContractSupported(manifest.contract)) return [];
  return (manifest.extensions ?? []).map((extension) => ({ remote: name, extension }));
}

/** The extensions of the shell and of all remotes that this console can load. */
export function useRemoteExtensions(): ExtensionSource {
  const { data: registry } = useRegistry();
  const loader = useRemoteLoader();
  return useMemo(() => {
    const remotes = registry?.remotes.map(loader.effectiveRemote) ?? [];
    const own = shellExtensions.map((extension) => ({ remote: 'shell', extension }));
    return {
      extensions: [...own, ...remotes.flatMap(extensionsOf)],
      load({ remote: name, extension: { point, id } }) {
        const remote = remotes.find((one) => one.name === name);
        if (remote === undefined)
          return Promise.reject(new RemoteLoadError(`${name} is not registered.`, { transient: false }));
        return loader.loadExtension({ remote, point, id });
      },
      reportCrash: ({ remote, extension: { point, id } }, error) =>
        loader.reportExtensionCrash({ remote, point, id }, error),
    };
  }, [registry, loader]);
}
