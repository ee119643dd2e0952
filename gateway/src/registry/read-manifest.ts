import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fetchText } from '../http/fetch-text.ts';

/** Beside each remote's entry (the build publishes it). */
const manifestFileName = 'remote-manifest.json';

const manifestSchema = z.record(z.string(), z.unknown());

/** What a remote says of itself. The shell checks it; here it is data that is passed on. */
export type RawRemoteManifest = Record<string, unknown>;

/** Where the files of remotes are whose entry is a path on this gateway, by the remote's name. */
export interface RemoteLocations {
  readonly folders: ReadonlyMap<string, string>;
  /** Origins of static hosts. */
  readonly hosts: ReadonlyMap<string, string>;
}

/**
 * A remote's manifest, from its folder or host when the gateway serves it, otherwise from beside its entry.
 *
 * @param entry an http(s) address, or a path on this gateway
 */
export async function readManifest(
  name: string,
  entry: string,
  files: RemoteLocations,
): Promise<RawRemoteManifest> {
  if (!entry.startsWith('/')) return parseManifest(await fetchText(new URL(manifestFileName, entry)));
  const host = files.hosts.get(name);
  if (host !== undefined) return parseManifest(await fetchText(new URL(manifestFileName, host)));
  const folder = files.folders.get(name);
  if (folder === undefined) throw new Error(`Nothing is served at ${entry}`);
  return parseManifest(await readFile(join(folder, manifestFileName), 'utf8'));
}

function parseManifest(text: string): RawRemoteManifest {
  return manifestSchema.parse(JSON.parse(text));
}
