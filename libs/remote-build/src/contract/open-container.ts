import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, createContext, runInContext } from 'node:vm';
import * as runtimeCore from '@module-federation/runtime/core';

/** Where the remote believes to be: a chunk's address begins with it. */
const origin = 'https://remote.example/';
const openTimeoutMs = 10_000;

/** A federation container, as the remote's entry leaves it in the page. */
interface Container {
  init(shareScope: object, initScope?: object[]): unknown;
  get(name: string): Promise<() => unknown>;
}

export interface OpenOptions {
  /** The built folder. */
  readonly dist: string;
  /** From `mf-manifest.json`: the entry's file, and the global that it sets. */
  readonly entry: string;
  readonly globalName: string;
  /** The host's shared packages and their versions. */
  readonly shared: Readonly<Record<string, string>>;
}

/** Stands in for a shared package: whatever is taken from it can be called, and gives the same again. */
function standIn(name: string): unknown {
  if (name === '@khmer-learning/console-sdk')
    return {
      ...{ __esModule: true },
      defineRemote: ({ views = {}, pages = {} }: { views?: object; pages?: object }) => ({ views, pages }),
    };
  const anything: unknown = new Proxy(() => anything, {
    get: (_target, key) => (key === Symbol.toPrimitive || key === 'then' ? undefined : anything),
  });
  return anything;
}

function shareScope(shared: Readonly<Record<string, string>>): object {
  const entries = Object.entries(shared).map(([name, version]) => {
    const module = standIn(name);
    const offer = {
      version,
      scope: ['default'],
      from: 'shell',
      get: async () => () => module,
      lib: () => module,
      loaded: true,
      useIn: [],
      deps: [],
      strategy: 'loaded-first',
      shareConfig: { singleton: true, requiredVersion: version },
    };
    return [name, { [version]: offer }];
  });
  return Object.fromEntries(entries);
}

interface ScriptElement {
  src: string;
  onload?: (event: object) => void;
  onerror?: (event: object) => void;
  setAttribute(): void;
  getAttribute(): null;
}

/** As much of a browser as an entry needs in order to start and to fetch its chunks, from the folder. */
function createPage(dist: string): Context {
  const page: Context = createContext({
    console,
    setTimeout,
    clearTimeout,
    URL,
    Promise,
    location: new URL(origin),
    navigator: { userAgent: 'console-contract' },
    _FEDERATION_RUNTIME_CORE: runtimeCore,
  });
  async function run(script: ScriptElement): Promise<void> {
    try {
      const code = await readFile(join(dist, decodeURI(script.src.slice(origin.length))), 'utf8');
      runInContext(code, page, { filename: script.src });
      script.onload?.({ type: 'load', target: script });
    } catch {
      script.onerror?.({ type: 'error', target: script });
    }
  }
  const append = (script: ScriptElement) => void run(script);
  const document = {
    currentScript: { tagName: 'SCRIPT', src: `${origin}remoteEntry.js` },
    baseURI: origin,
    createElement: (): ScriptElement => ({
      src: '',
      setAttribute: () => undefined,
      getAttribute: () => null,
    }),
    getElementsByTagName: () => [],
    querySelector: () => null,
    head: { appendChild: append },
  };
  Object.assign(page, { self: page, window: page, globalThis: page, document });
  return page;
}

/**
 * Runs a remote's entry as the console does, and answers with what it exposes as `./remote`.
 *
 * @throws when it does not start, or exposes nothing of that name, or takes longer than 10 s
 */
export async function openContainer(options: OpenOptions): Promise<unknown> {
  const { dist, entry, globalName, shared } = options;
  const page = createPage(dist);
  runInContext(await readFile(join(dist, entry), 'utf8'), page, { filename: entry });
  const container = runInContext(`typeof ${globalName} === 'undefined' ? undefined : ${globalName}`, page) as
    | Container
    | undefined;
  if (container === undefined) throw new Error(`${entry} sets no ${globalName}`);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it does not answer')), openTimeoutMs);
  });
  const open = async () => {
    await container.init(shareScope(shared), []);
    const factory = await container.get('./remote');
    return factory();
  };
  return Promise.race([open(), timeout]).finally(() => clearTimeout(timer));
}
