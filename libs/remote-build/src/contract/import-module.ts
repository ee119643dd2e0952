import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, SourceTextModule } from 'node:vm';
import { origin } from './fake-page.ts';

/**
 * Imports an ES module of the build output folder with everything that it imports, as the console's page does. Needs Node's
 * `--experimental-vm-modules`.
 *
 * @param file relative to `dist`
 * @returns its exports; rejects when one of them throws or has no file
 */
export async function importModule(dist: string, file: string, page: Context): Promise<object> {
  const modules = new Map<string, Promise<SourceTextModule>>();
  let turn: Promise<void> = Promise.resolve();

  /** One module for each address, as in a page. */
  function load(address: URL): Promise<SourceTextModule> {
    const loaded = modules.get(address.href) ?? read(address);
    modules.set(address.href, loaded);
    return loaded;
  }

  async function read(address: URL): Promise<SourceTextModule> {
    const { href: identifier, pathname } = address;
    const code = await readFile(join(dist, decodeURI(pathname)), 'utf8');
    return new SourceTextModule(code, {
      identifier,
      context: page,
      initializeImportMeta: (meta) => Object.assign(meta, { url: identifier }),
      importModuleDynamically: (specifier) => evaluate(new URL(specifier, address)),
    });
  }

  async function evaluate(address: URL): Promise<SourceTextModule> {
    const module = await load(address);
    // One after another: Node does not wait for what another call links.
    const linked = turn.then(async () => {
      if (module.status === 'unlinked')
        await module.link((specifier, { identifier }) => load(new URL(specifier, identifier)));
    });
    turn = linked.catch(() => undefined);
    await linked;
    await module.evaluate();
    return module;
  }

  return (await evaluate(new URL(file, origin))).namespace;
}
