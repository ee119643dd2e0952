import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fetchText } from '../http/fetch-text.ts';

/** The file next to each remote's entry. The build writes it. */
const manifestFileName = 'remote-manifest.json';

const manifestSchema = z.record(z.string(), z.unknown());

/** A remote's manifest as unvalidated data. The shell validates it. */
export type RawRemoteManifest = Record<string, unknown>;

/** Where the files of remotes that this gateway serves are, by the remote's name. */
export interface RemoteLocations {
  readonly folders: ReadonlyMap<string, string>;
  /** Origins of static hosts. */
  readonly hosts: ReadonlyMap<string, string>;
}

/**
 * Reads a remote's manifest: from its folder or host if the gateway serves it, otherwise from next to its entry.
 *
 * @param entry an http(s) address, or a path on this gateway
 * @throws when the manifest cannot be read or is not a JSON object
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
  if (folder === undefined) throw new Error(`The gateway does not serve ${entry}`);
  return parseManifest(await readFile(join(folder, manifestFileName), 'utf8'));
}

function parseManifest(text: string): RawRemoteManifest {
  return manifestSchema.parse(JSON.parse(text));
}
