import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInContext } from 'node:vm';
import { createFakePage } from './fake-page.ts';
import { createPackageStub } from './stub.ts';
import { withTimeout } from './with-timeout.ts';

/** A federation container, which the remote's entry assigns to a global. */
interface Container {
  init(shareScope: object, initScope?: object[]): unknown;
  get(name: string): Promise<() => unknown>;
}

/** Options of `openContainer`. */
export interface OpenContainerOptions {
  /** The remote's build output folder. */
  readonly dist: string;
  /** From `mf-manifest.json`: the entry's file, and the global that it assigns. */
  readonly entry: string;
  readonly globalName: string;
  /** The host's shared packages and their versions. */
  readonly shared: Readonly<Record<string, string>>;
  /** The names that each of them exports. */
  readonly exports: Readonly<Record<string, readonly string[]>>;
  /** Called when the remote reads an export that a shared package does not have. */
  readonly onMissingExport: (name: string, from: string) => void;
}

function shareScope({ shared, exports, onMissingExport }: OpenContainerOptions): object {
  const entries = Object.entries(shared).map(([name, version]) => {
    const module = createPackageStub(exports[name] ?? [], (missing) => onMissingExport(missing, name));
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

/**
 * Runs a remote's entry as the console does, and returns the module that it exposes as `./remote`.
 *
 * @throws when it does not start, does not expose `./remote`, or takes longer than 10 s
 */
export async function openContainer(options: OpenContainerOptions): Promise<unknown> {
  const { dist, entry, globalName } = options;
  const page = createFakePage(dist);
  runInContext(await readFile(join(dist, entry), 'utf8'), page, { filename: entry });
  const container = runInContext(`typeof ${globalName} === 'undefined' ? undefined : ${globalName}`, page) as
    | Container
    | undefined;
  if (container === undefined) throw new Error(`${entry} does not set the global ${globalName}`);
  const open = async () => {
    await container.init(shareScope(options), []);
    const factory = await container.get('./remote');
    return factory();
  };
  return withTimeout(open());
}
