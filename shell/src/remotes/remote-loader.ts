import {
  type ComponentPoint,
  contractVersion,
  isContractSupported,
  type LoadComponent,
  type RemoteModule,
} from '@khmer-learning/console-sdk';
import { loadMessages, translateServerMessage } from '@khmer-learning/ui-kit';
import type { ComponentType } from 'react';
import { message } from '../console/messages/messages.ts';
import { createBrowserReporter, type SendBrowserReport } from './browser-reports.ts';
import { type RegisteredRemote, remoteLabel } from './registry.ts';

/** Fetches a remote's exposed module. `isRetry` is true after a failure: then nothing cached may be reused. */
export type LoadExposedModule = (name: string, entry: string, isRetry: boolean) => Promise<unknown>;

/** Loads the shared packages as this console provides them, by name. */
export type LoadSharedModules = () => Promise<Readonly<Record<string, object>>>;

/** Why a view of a remote cannot be shown. The message has the technical details. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError';
  /** Whether an automatic retry may succeed. */
  readonly transient: boolean;

  constructor(message: string, { transient = false, cause }: { transient?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.transient = transient;
  }
}

export interface RemotePart {
  readonly remote: RegisteredRemote;
  readonly kind: 'views' | 'pages';
  readonly id: string;
}

/** An extension of a remote that has a component. */
export interface RemoteExtension<Point extends ComponentPoint = ComponentPoint> {
  readonly remote: RegisteredRemote;
  readonly point: Point;
  readonly id: string;
}

/** An export of a shared package that a remote uses and this console does not have. */
export type MissingExport = Readonly<Record<'name' | 'package', string>>;

export type RemoteState =
  | { readonly status: 'not loaded' }
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly build: string | undefined }
  | { readonly status: 'failed'; readonly error: string };

export type RemoteLoader = ReturnType<typeof createRemoteLoader>;

const loadTimeoutMs = 15_000;

function withTimeout<T>(promise: Promise<T>, describe: () => string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new RemoteLoadError(describe(), { transient: true }));
    timer = setTimeout(fail, loadTimeoutMs);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/** Remotes that do not call `defineRemote` may lack what was added to it later. */
type ExposedRemote = Omit<RemoteModule, 'extensions'> & Partial<Pick<RemoteModule, 'extensions'>>;

function isExposedRemote(value: unknown): value is ExposedRemote {
  if (typeof value !== 'object' || value === null) return false;
  return 'views' in value && 'pages' in value;
}

/** The `remote` export of the exposed module `src/remote.ts`; undefined when it is not valid. */
function parseRemoteModule(exposed: unknown): RemoteModule | undefined {
  const remote =
    typeof exposed === 'object' && exposed !== null && 'remote' in exposed ? exposed.remote : undefined;
  return isExposedRemote(remote) ? { ...remote, extensions: remote.extensions ?? {} } : undefined;
}

function assertLoadable(remote: RegisteredRemote): void {
  const label = remoteLabel(remote);
  const { manifest, disabled } = remote;
  if (disabled) throw new RemoteLoadError(message('remoteLoader.disabled', { remote: label }));
  if (manifest === null) {
    const text =
      remote.problem === undefined
        ? message('remoteLoader.manifestNotRead', { remote: label })
        : message('remoteLoader.unavailable', {
            remote: label,
            details: endSentence(translateServerMessage(remote.problem)),
          });
    throw new RemoteLoadError(text, { transient: true });
  }
  if (!isContractSupported(manifest.contract)) {
    const { version, contract } = manifest;
    throw new RemoteLoadError(
      message('remoteLoader.requiresConsole', { remote: label, version, contract, own: contractVersion }),
    );
  }
}

interface ModuleLoad {
  readonly module: Promise<RemoteModule>;
  readonly remote: RegisteredRemote;
}

/** Loads each remote's code once, after checks of its contract and exports. What is loaded stays until the page is reloaded. */
export function createRemoteLoader(
  loadExposed: LoadExposedModule,
  loadSharedModules: LoadSharedModules,
  sendReport: SendBrowserReport,
) {
  const reporter = createBrowserReporter(sendReport);
  let sharedModules: Readonly<Record<string, object>> | undefined;
  const modules = new Map<string, ModuleLoad>();
  const states = new Map<string, RemoteState>();
  const failed = new Set<string>();
  const crashed = new Set<string>();
  const extensionErrors = new Map<string, Map<string, string>>();

  function missingExports({ manifest }: RegisteredRemote): MissingExport[] {
    const shared = sharedModules;
    if (shared === undefined) return [];
    return Object.entries(manifest?.uses ?? {}).flatMap(([package_, used]) => {
      const provided = shared[package_] ?? {};
      // The default export of a CommonJS module, as which a development build provides React, is the module.
      const isProvided = (name: string) =>
        name in provided || (name === 'default' && package_ in shared && !('__esModule' in provided));
      return used.filter((name) => !isProvided(name)).map((name) => ({ name, package: package_ }));
    });
  }

  async function assertExportsProvided(remote: RegisteredRemote): Promise<void> {
    sharedModules ??= await loadSharedModules();
    const [first, ...others] = missingExports(remote);
    if (first === undefined) return;
    const values = { remote: remoteLabel(remote), version: remote.manifest?.version ?? '', ...first };
    const text =
      others.length === 0
        ? message('remoteLoader.uses', values)
        : message('remoteLoader.usesMore', { ...values, more: others.length });
    throw new RemoteLoadError(text);
  }

  async function fetchModule(remote: RegisteredRemote): Promise<RemoteModule> {
    const { name, entry } = remote;
    const label = remoteLabel(remote);
    const describeSlow = () => message('remoteLoader.tooSlow', { remote: label });
    states.set(name, { status: 'loading' });
    try {
      await withTimeout(assertExportsProvided(remote), describeSlow);
      const exposed = await withTimeout(loadExposed(name, entry, failed.has(name)), describeSlow);
      const module = parseRemoteModule(exposed);
      if (module === undefined)
        throw new RemoteLoadError(message('remoteLoader.noRemote', { remote: label }));
      failed.delete(name);
      states.set(name, { status: 'loaded', build: remote.manifest?.build });
      return module;
    } catch (error) {
      resetModule(name);
      const loadError =
        error instanceof RemoteLoadError
          ? error
          : new RemoteLoadError(describeLoadFailure(label, error), { transient: true, cause: error });
      states.set(name, { status: 'failed', error: loadError.message });
      throw loadError;
    }
  }

  function resetModule(name: string): void {
    modules.delete(name);
    failed.add(name);
    crashed.delete(name);
  }

  /** The cached module, unless it crashed and there is a newer build. */
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

  async function loadComponent<T>(loadPart: () => Promise<T>, remote: RegisteredRemote): Promise<T> {
    try {
      const part = await withTimeout(loadPart(), () => describeSlowPart(remote));
      await loadMessages();
      return part;
    } catch (error) {
      if (error instanceof RemoteLoadError) throw error;
      // The chunk may be gone because a newer release has replaced this one.
      crashed.add(remote.name);
      throw new RemoteLoadError(describePartFailure(remote, error), { transient: true, cause: error });
    }
  }

  async function loadPart(part: RemotePart): Promise<ComponentType> {
    const module = await getOrFetchModule(part.remote);
    const loader: LoadComponent | undefined = module[part.kind][part.id];
    const component = loader === undefined ? undefined : await loadComponent(loader, part.remote);
    if (component === undefined) {
      // A newer build may contain it.
      resetModule(part.remote.name);
      throw new RemoteLoadError(message('remoteLoader.partMissing', { remote: remoteLabel(part.remote) }));
    }
    return component;
  }

  async function load(part: RemotePart): Promise<ComponentType> {
    const { name } = part.remote;
    const used = () => modules.get(name)?.remote ?? part.remote;
    try {
      const component = await loadPart(part);
      reporter.pageLoad(used());
      states.set(name, { status: 'loaded', build: modules.get(name)?.remote.manifest?.build });
      return component;
    } catch (error) {
      reporter.failure(used(), 'load', error);
      states.set(name, { status: 'failed', error: messageOf(error) });
      throw error;
    }
  }

  async function loadExtension<Point extends ComponentPoint>({ remote, point, id }: RemoteExtension<Point>) {
    try {
      const loader = (await getOrFetchModule(remote)).extensions[point]?.[id];
      const component = loader === undefined ? undefined : await loadComponent(loader, remote);
      if (component === undefined)
        throw new RemoteLoadError(message('remoteLoader.notProvided', { remote: remoteLabel(remote) }));
      extensionErrors.get(remote.name)?.delete(`${point} ${id}`);
      return component;
    } catch (error) {
      recordExtensionError(remote.name, `${point} ${id}`, error);
      throw error;
    }
  }

  function recordExtensionError(name: string, extension: string, error: unknown): void {
    const errors = extensionErrors.get(name) ?? new Map<string, string>();
    extensionErrors.set(name, errors.set(extension, messageOf(error)));
  }

  return {
    /** Loads a view or page. Throws `RemoteLoadError`. */
    load,
    /** Loads the component of an extension. Throws `RemoteLoadError`. A failure does not change the remote's state. */
    loadExtension,
    /** What failed last of each extension of a remote, one text each. */
    extensionProblems: (name: string): readonly string[] =>
      [...(extensionErrors.get(name) ?? [])].map(([extension, error]) => `${extension}: ${error}`),
    reportExtensionCrash(
      { remote, point, id }: Omit<RemoteExtension, 'remote'> & { remote: string },
      error: unknown,
    ): void {
      crashed.add(remote);
      recordExtensionError(remote, `${point} ${id}`, error);
    },
    /** The remote as used in this page: a loaded remote keeps the manifest it was loaded with. */
    effectiveRemote(remote: RegisteredRemote): RegisteredRemote {
      const loaded = states.get(remote.name)?.status === 'loaded' ? modules.get(remote.name) : undefined;
      // Flags have effect without a reload.
      return loaded ? { ...loaded.remote, flags: { ...loaded.remote.flags, ...remote.flags } } : remote;
    },
    /** What a remote uses of the shared packages and this console does not have; empty until they are loaded. */
    missingExports,
    stateOf: (name: string): RemoteState => states.get(name) ?? { status: 'not loaded' },
    /** Reports a failure after loading. The next `load` uses a newer release if there is one. */
    reportCrash(name: string, error: unknown): void {
      crashed.add(name);
      states.set(name, { status: 'failed', error: messageOf(error) });
      const remote = modules.get(name)?.remote;
      if (remote) reporter.failure(remote, 'render', error);
    },
    /** Reports an error that nothing has handled, if its script or stack belongs to a loaded remote. */
    reportUncaught(error: unknown, script: string): void {
      const places = `${script}\n${error instanceof Error ? error.stack : ''}`;
      for (const { remote } of modules.values())
        if (places.includes(folderOf(remote))) reporter.failure(remote, 'script', error);
    },
    /** Starts to load a part that will probably be opened. Ignores failures: `load` reports them. */
    preload(part: RemotePart): void {
      load(part).catch(() => {});
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Error codes of the federation runtime: unreadable manifest, script not fetched, script without a container. */
const manifestErrorCode = 'RUNTIME-003';
const scriptErrorCode = 'RUNTIME-008';
const entryErrorCode = 'RUNTIME-001';

const endSentence = (text: string): string => (/[.។]$/.test(text) ? text : `${text}.`);

const maxReasonLength = 200;

/** The first line of the error's message, up to 200 characters. */
function reasonOf(error: unknown): string {
  return (messageOf(error).split('\n')[0] ?? '').slice(0, maxReasonLength);
}

const fileNameOf = (url: string) => new URL(url, window.location.href).pathname.split('/').at(-1) ?? '';

const folderOf = ({ entry }: RegisteredRemote) => new URL('.', new URL(entry, window.location.href)).href;

/** Why a part of a remote takes too long, with the file that is still being loaded. Webpack removes scripts that are loaded. */
function describeSlowPart(remote: RegisteredRemote): string {
  const values = { remote: remoteLabel(remote) };
  const waiting = [...document.scripts].findLast(({ src }) => src.startsWith(folderOf(remote)));
  return waiting
    ? message('remoteLoader.fileTooSlow', { ...values, file: fileNameOf(waiting.src) })
    : message('remoteLoader.tooSlow', values);
}

/** Why a part of a remote could not be loaded. Webpack's error has the address of the file, and a browser's ends in it. */
function describePartFailure(remote: RegisteredRemote, error: unknown): string {
  const values = { remote: remoteLabel(remote) };
  const isOfWebpack = typeof error === 'object' && error !== null && 'request' in error;
  const url = isOfWebpack ? String(error.request) : /https?:\/\/\S+$/.exec(reasonOf(error))?.[0];
  if (url === undefined) return message('remoteLoader.partFailed', values);
  const entry = performance.getEntriesByName(url).at(-1);
  // Browsers do not tell the status of a file of another origin that does not allow it.
  const isMissing = entry !== undefined && 'responseStatus' in entry && entry.responseStatus === 404;
  const file = { ...values, file: fileNameOf(url) };
  return isMissing ? message('remoteLoader.fileMissing', file) : message('remoteLoader.fileFailed', file);
}

/** Why a remote's code could not be loaded, for admins: a plain sentence, then the technical details. */
function describeLoadFailure(label: string, error: unknown): string {
  const reason = reasonOf(error);
  if (reason.includes(manifestErrorCode))
    return message('remoteLoader.manifestUnreadable', { remote: label });
  if (reason.includes(scriptErrorCode)) return message('remoteLoader.noScript', { remote: label });
  if (reason.includes(entryErrorCode)) return message('remoteLoader.noRemoteScript', { remote: label });
  return message('remoteLoader.notStarted', { remote: label, details: endSentence(reason) });
}
