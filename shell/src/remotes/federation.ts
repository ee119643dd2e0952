import { createInstance } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import { sharedModules } from './shared-modules.ts';

declare global {
  /** Where the entry of a remote built with `externalRuntime` looks for the runtime. */
  var _FEDERATION_RUNTIME_CORE: unknown;
}

globalThis._FEDERATION_RUNTIME_CORE = runtimeCore;

function shared() {
  const entries = Object.entries(sharedModules).map(([name, module]) => {
    const version = SHARED_VERSIONS[name];
    if (version === undefined) throw new Error(`The build knows no version of ${name}`);
    const shareConfig = { singleton: true, requiredVersion: version };
    return [name, { version, scope: 'default', lib: () => module, shareConfig }] as const;
  });
  return Object.fromEntries(entries);
}

const federation = createInstance({
  name: 'shell',
  remotes: [],
  shared: shared(),
  shareStrategy: 'loaded-first',
});

/**
 * Fetches a remote's entry and answers with what it exposes.
 * @param again everything known of an earlier, failed try is forgotten first
 */
export function loadExposedModule(name: string, entry: string, again: boolean): Promise<unknown> {
  federation.registerRemotes([{ name, entry }], { force: again });
  return federation.loadRemote(`${name}/remote`);
}
