import {
  contractVersion,
  isContractSupported,
  type LoadComponent,
  type RemoteModule,
} from '@khmer-learning/console-sdk';
import type { ComponentType } from 'react';
import { loadFailureOf } from './load-failure.ts';
import { type RegisteredRemote, remoteLabel } from './registry.ts';
import { RemoteProblem } from './remote-problem.ts';

/** Fetches a remote's exposed module; `again` after a failure, when nothing of it may be reused. */
export type LoadExposedModule = (name: string, entry: string, again: boolean) => Promise<unknown>;

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
  /** Loads a view or page. Throws `RemoteProblem`. */
  load(part: RemotePart): Promise<ComponentType>;
  stateOf(name: string): RemoteState;
  /** The remote as it is in this page: what is loaded keeps the manifest that it was loaded with. */
  inUse(remote: RegisteredRemote): RegisteredRemote;
  /** Something of the remote failed after it was loaded. The next `load` takes a newer release, if there is one. */
  reportCrash(name: string, error: unknown): void;
  /** Starts loading what will probably be wanted. Failures are left to `load`. */
  preload(part: RemotePart): void;
}

/** How long one try may take before it counts as failed. */
const timeoutMilliseconds = 15_000;

function withinTime<T>(promise: Promise<T>, label: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_resolve, reject) => {
    const problem = new RemoteProblem(`${label} did not answer in time.`, { passing: true });
    timer = setTimeout(() => reject(problem), timeoutMilliseconds);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

function isRemoteModule(value: unknown): value is RemoteModule {
  if (typeof value !== 'object' || value === null) return false;
  return 'views' in value && 'pages' in value;
}

/** What `src/remote.ts` exports as `remote`. */
function remoteModuleOf(exposed: unknown): RemoteModule | undefined {
  const remote =
    typeof exposed === 'object' && exposed !== null && 'remote' in exposed ? exposed.remote : undefined;
  return isRemoteModule(remote) ? remote : undefined;
}

function checkUsable(remote: RegisteredRemote): void {
  const label = remoteLabel(remote);
  const { manifest, switchedOff } = remote;
  if (switchedOff) throw new RemoteProblem(`${label} is switched off in this page.`, { passing: false });
  if (manifest === null) {
    const detail = remote.problem ?? 'Nothing is known of it yet.';
    throw new RemoteProblem(`${label} cannot be reached. ${detail}`, { passing: true });
  }
  if (!isContractSupported(manifest.contract)) {
    const needs = `${label} ${manifest.version} is made for console ${manifest.contract}`;
    throw new RemoteProblem(`${needs}, and this is console ${contractVersion}.`, { passing: false });
  }
}

interface Loading {
  readonly module: Promise<RemoteModule>;
  readonly remote: RegisteredRemote;
}

/**
 * Loads remotes, each one's code once. What has failed is forgotten, so that the next try really fetches again.
 * The contract range is checked before any script is asked for. A remote that is loaded stays as it is until the
 * page is loaded anew, whatever is released meanwhile.
 */
export function createRemoteLoader(loadExposed: LoadExposedModule): RemoteLoader {
  const modules = new Map<string, Loading>();
  const states = new Map<string, RemoteState>();
  const failed = new Set<string>();
  const crashed = new Set<string>();

  async function fetchModule(remote: RegisteredRemote): Promise<RemoteModule> {
    const { name, entry } = remote;
    const label = remoteLabel(remote);
    states.set(name, { status: 'loading' });
    try {
      const module = remoteModuleOf(await withinTime(loadExposed(name, entry, failed.has(name)), label));
      if (module === undefined)
        throw new RemoteProblem(`${label} is not a remote of this console.`, { passing: false });
      failed.delete(name);
      return module;
    } catch (error) {
      forget(name);
      if (error instanceof RemoteProblem) throw error;
      throw new RemoteProblem(loadFailureOf(label, error), { passing: true, cause: error });
    }
  }

  function forget(name: string): void {
    modules.delete(name);
    failed.add(name);
    crashed.delete(name);
  }

  /** What is loaded, unless it crashed and there is something newer. */
  function loadedModule({ name, manifest }: RegisteredRemote): Promise<RemoteModule> | undefined {
    const known = modules.get(name);
    if (crashed.has(name) && known?.remote.manifest?.build !== manifest?.build) {
      forget(name);
      return undefined;
    }
    return known?.module;
  }

  function moduleOf(remote: RegisteredRemote): Promise<RemoteModule> {
    const known = loadedModule(remote);
    if (known !== undefined) return known;
    checkUsable(remote);
    const module = fetchModule(remote);
    modules.set(remote.name, { module, remote });
    return module;
  }

  async function loadComponent(loadPart: LoadComponent, { remote }: RemotePart): Promise<ComponentType> {
    const label = remoteLabel(remote);
    try {
      return await withinTime(loadPart(), label);
    } catch (error) {
      if (error instanceof RemoteProblem) throw error;
      // A release that is no longer there may have been followed by another.
      crashed.add(remote.name);
      throw new RemoteProblem(`A part of ${label} could not be loaded.`, { passing: true, cause: error });
    }
  }

  async function loadPart(part: RemotePart): Promise<ComponentType> {
    const module = await moduleOf(part.remote);
    const loader: LoadComponent | undefined = module[part.kind][part.id];
    const component = loader === undefined ? undefined : await loadComponent(loader, part);
    if (component === undefined) {
      // A newer build may have it.
      forget(part.remote.name);
      throw new RemoteProblem(`${remoteLabel(part.remote)} does not bring what its manifest says.`, {
        passing: false,
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
    inUse(remote) {
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
