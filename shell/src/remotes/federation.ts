import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
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

/** The runtime alone would take any answer for a manifest, also one that says that there is none. */
const rejectFailedManifests: ModuleFederationRuntimePlugin = {
  name: 'checked-manifests',
  async fetch(url) {
    const response = await fetch(url, { cache: 'no-cache' });
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

/**
 * A bundler's runtime takes chunks that are in the page already for its own, by name: those of a broken release
 * would stand in for those of the next. They lie in a global that ends in the name of the remote's container, such as
 * `webpackChunkmf_quizzes`.
 */
function clearLoadedChunks(name: string): void {
  const container = federation.moduleCache.get(name)?.remoteInfo.entryGlobalName;
  if (container === undefined) return;
  for (const key of Object.keys(globalThis))
    if (key.endsWith(`Chunk${container}`)) Reflect.deleteProperty(globalThis, key);
}

/**
 * Fetches a remote's entry and answers with what it exposes.
 * @param isRetry everything known of an earlier, failed try is forgotten first
 */
export function loadExposedModule(name: string, entry: string, isRetry: boolean): Promise<unknown> {
  if (isRetry) clearLoadedChunks(name);
  federation.registerRemotes([{ name, entry }], { force: isRetry });
  return federation.loadRemote(`${name}/remote`);
}
