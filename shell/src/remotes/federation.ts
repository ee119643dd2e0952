import * as consoleKit from '@khmer-learning/console-kit';
import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import { sharedModules } from './shared-modules.ts';

declare global {
  /** The global where the entry of a remote built with `externalRuntime` expects the runtime. */
  var _FEDERATION_RUNTIME_CORE: unknown;
}

globalThis._FEDERATION_RUNTIME_CORE = runtimeCore;

function share(name: string, module: object, singleton: boolean) {
  const version = SHARED_VERSIONS[name];
  if (version === undefined) throw new Error(`SHARED_VERSIONS has no version of ${name}`);
  return {
    version,
    scope: 'default',
    lib: () => module,
    shareConfig: { singleton, requiredVersion: version },
  };
}

/** Remotes have no copy of the shared packages. Of the kit, those that were built with another one have their own. */
function shared() {
  const entries = Object.entries(sharedModules).map(([name, module]) => [name, share(name, module, true)]);
  const kit = '@khmer-learning/console-kit';
  return { ...Object.fromEntries(entries), [kit]: share(kit, consoleKit, false) };
}

/** The entry of one build alone, whose content never changes. */
const entryOfBuild = /\.[0-9a-f]{8,32}\.json$/;

/** The runtime accepts any response as a manifest, even a 404. This plugin rejects responses that are not OK. */
const rejectFailedManifests: ModuleFederationRuntimePlugin = {
  name: 'checked-manifests',
  async fetch(url) {
    const response = await fetch(url, { cache: entryOfBuild.test(url) ? 'default' : 'no-cache' });
    if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
    return response;
  },
};

const federation = createInstance({
  name: 'shell',
  remotes: [],
  shared: shared(),
  shareStrategy: 'loaded-first',
  plugins: [rejectFailedManifests],
});

/** Removes the chunks of a failed load, which the next release would use by name, from globals such as `webpackChunkmf_quizzes`. */
function clearLoadedChunks(name: string): void {
  const container = federation.moduleCache.get(name)?.remoteInfo.entryGlobalName;
  if (container === undefined) return;
  for (const key of Object.keys(globalThis))
    if (key.endsWith(`Chunk${container}`)) Reflect.deleteProperty(globalThis, key);
}

/** Fetches a remote's entry and returns what it exposes as `./remote`. @param isRetry clears the state of a failed attempt first */
export function loadExposedModule(name: string, entry: string, isRetry: boolean): Promise<unknown> {
  if (isRetry) clearLoadedChunks(name);
  federation.registerRemotes([{ name, entry }], { force: isRetry });
  return federation.loadRemote(`${name}/remote`);
}
