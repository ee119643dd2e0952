import {
  contractVersion,
  isContractSupported,
  type LoadComponent,
  type RemoteModule,
} from '@khmer-learning/console-sdk';
import type { ComponentType } from 'react';
import { describeLoadFailure } from './describe-load-failure.ts';
import { type RegisteredRemote, remoteLabel } from './registry.ts';
import { RemoteLoadError } from './remote-load-error.ts';

/** Fetches a remote's exposed module; `again` after a failure, when nothing of it may be reused. */
export type LoadExposedModule = (name: string, entry: string, isRetry: boolean) => Promise<unknown>;

/** Something of a remote that can be shown: a view by its id, a page by its path. */
export interface RemotePart {
  readonly remote: RegisteredRemote;
  readonly kind: 'views' | 'pages';
  readonly id: string;
}

/** What has become of a remote in this page. */
export type RemoteState =
  | { readonly status: 'not loaded' }
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly build: string | undefined }
  | { readonly status: 'failed'; readonly error: string };

export interface RemoteLoader {
  /** Loads a view or page. Throws `RemoteLoadError`. */
  load(part: RemotePart): Promise<ComponentType>;
  stateOf(name: string): RemoteState;
  /** The remote as it is in this page: what is loaded keeps the manifest that it was loaded with. */
  effectiveRemote(remote: RegisteredRemote): RegisteredRemote;
  /** Something of the remote failed after it was loaded. The next `load` takes a newer release, if there is one. */
  reportCrash(name: string, error: unknown): void;
  /** Starts loading what will probably be wanted. Failures are left to `load`. */
  preload(part: RemotePart): void;
}

/** How long one try may take before it counts as failed. */
const loadTimeoutMs = 15_000;

function withTimeout<T>(promise: Promise<T>, label: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_resolve, reject) => {
    const problem = new RemoteLoadError(`${label} did not answer in time.`, { transient: true });
    timer = setTimeout(() => reject(problem), loadTimeoutMs);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

function isRemoteModule(value: unknown): value is RemoteModule {
  if (typeof value !== 'object' || value === null) return false;
  return 'views' in value && 'pages' in value;
}

/** What `src/remote.ts` exports as `remote`. */
function parseRemoteModule(exposed: unknown): RemoteModule | undefined {
  const remote =
    typeof exposed === 'object' && exposed !== null && 'remote' in exposed ? exposed.remote : undefined;
  return isRemoteModule(remote) ? remote : undefined;
}

function assertLoadable(remote: RegisteredRemote): void {
  const label = remoteLabel(remote);
  const { manifest, disabled } = remote;
  if (disabled) throw new RemoteLoadError(`${label} is switched off in this page.`, { transient: false });
  if (manifest === null) {
    const detail = remote.problem ?? 'Nothing is known of it yet.';
    throw new RemoteLoadError(`${label} cannot be reached. ${detail}`, { transient: true });
  }
  if (!isContractSupported(manifest.contract)) {
    const needs = `${label} ${manifest.version} is made for console ${manifest.contract}`;
    throw new RemoteLoadError(`${needs}, and this is console ${contractVersion}.`, { transient: false });
  }
}

interface ModuleLoad {
  readonly module: Promise<RemoteModule>;
  readonly remote: RegisteredRemote;
}

/**
 * Loads remotes, each one's code once. What has failed is forgotten, so that the next try really fetches again.
 * The contract range is checked before any script is asked for. A remote that is loaded stays as it is until the
 * page is loaded anew, whatever is released meanwhile.
 */
export function createRemoteLoader(loadExposed: LoadExposedModule): RemoteLoader {
  const modules = new Map<string, ModuleLoad>();
  const states = new Map<string, RemoteState>();
  const failed = new Set<string>();
  const crashed = new Set<string>();

  async function fetchModule(remote: RegisteredRemote): Promise<RemoteModule> {
    const { name, entry } = remote;
    const label = remoteLabel(remote);
    states.set(name, { status: 'loading' });
    try {
      const module = parseRemoteModule(await withTimeout(loadExposed(name, entry, failed.has(name)), label));
      if (module === undefined)
        throw new RemoteLoadError(`${label} is not a remote of this console.`, { transient: false });
      failed.delete(name);
      return module;
    } catch (error) {
      resetModule(name);
      if (error instanceof RemoteLoadError) throw error;
      throw new RemoteLoadError(describeLoadFailure(label, error), { transient: true, cause: error });
    }
  }

  function resetModule(name: string): void {
    modules.delete(name);
    failed.add(name);
    crashed.delete(name);
  }

  /** What is loaded, unless it crashed and there is something newer. */
  function reusableModule({ name, manifest }: RegisteredRemote): Promise<RemoteModule> | undefined {
    const cachedLoad = modules.get(name);
    if (crashed.has(name) && cachedLoad?.remote.manifest?.build !== manifest?.build) {
      resetModule(name);
      return undefined;
    }
    return cachedLoad?.module;
  }

  function getOrFetchModule(remote: RegisteredRemote): Promise<RemoteModule> {
    const cachedLoad = reusableModule(remote);
    if (cachedLoad !== undefined) return cachedLoad;
    assertLoadable(remote);
    const module = fetchModule(remote);
    modules.set(remote.name, { module, remote });
    return module;
  }

  async function loadComponent(loadPart: LoadComponent, { remote }: RemotePart): Promise<ComponentType> {
    const label = remoteLabel(remote);
    try {
      return await withTimeout(loadPart(), label);
    } catch (error) {
      if (error instanceof RemoteLoadError) throw error;
      // A release that is no longer there may have been followed by another.
      crashed.add(remote.name);
      throw new RemoteLoadError(`A part of ${label} could not be loaded.`, { transient: true, cause: error });
    }
  }

  async function loadPart(part: RemotePart): Promise<ComponentType> {
    const module = await getOrFetchModule(part.remote);
    const loader: LoadComponent | undefined = module[part.kind][part.id];
    const component = loader === undefined ? undefined : await loadComponent(loader, part);
    if (component === undefined) {
      // A newer build may have it.
      resetModule(part.remote.name);
      throw new RemoteLoadError(`${remoteLabel(part.remote)} does not bring what its manifest says.`, {
        transient: false,
      });
    }
    return component;
  }

  async function load(part: RemotePart): Promise<ComponentType> {
    const { name } = part.remote;
    try {
      const component = await loadPart(part);
      states.set(name, { status: 'loaded', build: modules.get(name)?.remote.manifest?.build });
      return component;
    } catch (error) {
      states.set(name, { status: 'failed', error: messageOf(error) });
      throw error;
    }
  }

  return {
    load,
    effectiveRemote(remote) {
      const loaded = states.get(remote.name)?.status === 'loaded' ? modules.get(remote.name) : undefined;
      return loaded?.remote ?? remote;
    },
    stateOf: (name) => states.get(name) ?? { status: 'not loaded' },
    reportCrash(name, error) {
      crashed.add(name);
      states.set(name, { status: 'failed', error: messageOf(error) });
    },
    preload(part) {
      load(part).catch(() => {});
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
