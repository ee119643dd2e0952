import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fetchText } from '../http/fetch-text.ts';

/** Beside each remote's entry (the build publishes it). */
const fileName = 'remote-manifest.json';

const manifestSchema = z.record(z.string(), z.unknown());

/** What a remote says of itself. The shell checks it; here it is data that is passed on. */
export type Manifest = Record<string, unknown>;

/** Where the files of remotes are whose entry is a path on this gateway, by the remote's name. */
export interface RemoteFiles {
  readonly folders: ReadonlyMap<string, string>;
  /** Origins of static hosts. */
  readonly hosts: ReadonlyMap<string, string>;
}

/**
 * A remote's manifest, from its folder or host when the gateway serves it, otherwise from beside its entry.
 *
 * @param entry an http(s) address, or a path on this gateway
 */
export async function readManifest(name: string, entry: string, files: RemoteFiles): Promise<Manifest> {
  if (!entry.startsWith('/')) return parse(await fetchText(new URL(fileName, entry)));
  const host = files.hosts.get(name);
  if (host !== undefined) return parse(await fetchText(new URL(fileName, host)));
  const folder = files.folders.get(name);
  if (folder === undefined) throw new Error(`Nothing is served at ${entry}`);
  return parse(await readFile(join(folder, fileName), 'utf8'));
}

function parse(text: string): Manifest {
  return manifestSchema.parse(JSON.parse(text));
}
