import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInContext } from 'node:vm';
import { createFakePage } from './fake-page.ts';
import { importModule } from './import-module.ts';
import { createPackageStub } from './stub.ts';
import { withTimeout } from './with-timeout.ts';

/** A federation container, which the remote's entry exports or assigns to a global. */
interface Container {
  init(shareScope: object, initScope?: object[]): unknown;
  get(name: string): Promise<() => unknown>;
}

/** Options of `openContainer`. */
export interface OpenContainerOptions {
  /** The remote's build output folder. */
  readonly dist: string;
  /** From `mf-manifest.json`: the entry's file, whether it is an ES module, and the global that another one assigns. */
  readonly entry: string;
  readonly isModule?: boolean;
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

const importEntry = async ({ dist, entry }: OpenContainerOptions) =>
  (await importModule(dist, entry, createFakePage(dist))) as Container;

async function runEntry({ dist, entry, globalName }: OpenContainerOptions): Promise<Container> {
  const page = createFakePage(dist);
  runInContext(await readFile(join(dist, entry), 'utf8'), page, { filename: entry });
  const container: unknown = runInContext(
    `typeof ${globalName} === 'undefined' ? undefined : ${globalName}`,
    page,
  );
  if (container === undefined) throw new Error(`${entry} does not set the global ${globalName}`);
  return container as Container;
}

/**
 * Runs a remote's entry as the console does, and returns the module that it exposes as `./remote`.
 *
 * @throws when it does not start, does not expose `./remote`, or takes longer than 10 s
 */
export async function openContainer(options: OpenContainerOptions): Promise<unknown> {
  const open = async () => {
    const container = await (options.isModule ? importEntry(options) : runEntry(options));
    await container.init(shareScope(options), []);
    const factory = await container.get('./remote');
    return factory();
  };
  return withTimeout(open());
}
