import {
  contractVersion,
  isContractSupported,
  type LoadComponent,
  type RemoteModule,
} from '@khmer-learning/console-sdk';
import type { ComponentType } from 'react';
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

export interface RemoteLoader {
  /** Loads a view or page. Throws `RemoteProblem`. */
  load(part: RemotePart): Promise<ComponentType>;
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
  const { manifest } = remote;
  if (manifest === null) {
    const detail = remote.problem ?? 'Nothing is known of it yet.';
    throw new RemoteProblem(`${label} cannot be reached. ${detail}`, { passing: true });
  }
  if (!isContractSupported(manifest.contract)) {
    const needs = `${label} ${manifest.version} is made for console ${manifest.contract}`;
    throw new RemoteProblem(`${needs}, and this is console ${contractVersion}.`, { passing: false });
  }
}

/**
 * Loads remotes, each one's code once. What has failed is forgotten, so that the next try really fetches again.
 * The contract range is checked before any script is asked for.
 */
export function createRemoteLoader(loadExposed: LoadExposedModule): RemoteLoader {
  const modules = new Map<string, Promise<RemoteModule>>();
  const failed = new Set<string>();

  async function fetchModule(remote: RegisteredRemote): Promise<RemoteModule> {
    const label = remoteLabel(remote);
    try {
      const exposed = await withinTime(
        loadExposed(remote.name, remote.entry, failed.has(remote.entry)),
        label,
      );
      const module = remoteModuleOf(exposed);
      if (module === undefined)
        throw new RemoteProblem(`${label} is not a remote of this console.`, { passing: false });
      failed.delete(remote.entry);
      return module;
    } catch (error) {
      forget(remote);
      if (error instanceof RemoteProblem) throw error;
      throw new RemoteProblem(`${label} cannot be reached.`, { passing: true, cause: error });
    }
  }

  function forget({ entry }: RegisteredRemote): void {
    modules.delete(entry);
    failed.add(entry);
  }

  function moduleOf(remote: RegisteredRemote): Promise<RemoteModule> {
    const known = modules.get(remote.entry);
    if (known !== undefined) return known;
    const fetched = fetchModule(remote);
    modules.set(remote.entry, fetched);
    return fetched;
  }

  async function loadComponent(loadPart: LoadComponent, { remote }: RemotePart): Promise<ComponentType> {
    const label = remoteLabel(remote);
    try {
      return await withinTime(loadPart(), label);
    } catch (error) {
      if (error instanceof RemoteProblem) throw error;
      throw new RemoteProblem(`A part of ${label} could not be loaded.`, { passing: true, cause: error });
    }
  }

  async function load(part: RemotePart): Promise<ComponentType> {
    checkUsable(part.remote);
    const module = await moduleOf(part.remote);
    const loadPart: LoadComponent | undefined = module[part.kind][part.id];
    const component = loadPart === undefined ? undefined : await loadComponent(loadPart, part);
    if (component === undefined) {
      // A newer build may have it.
      forget(part.remote);
      throw new RemoteProblem(`${remoteLabel(part.remote)} does not bring what its manifest says.`, {
        passing: false,
      });
    }
    return component;
  }

  return {
    load,
    preload(part) {
      load(part).catch(() => {});
    },
  };
}
