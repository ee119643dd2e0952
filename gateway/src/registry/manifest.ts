import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { z } from 'zod';

const fetchTimeoutMs = 2_000;
const maxBytes = 256 * 1024;
/** Beside each remote's entry (the build publishes it). */
const fileName = 'remote-manifest.json';

const manifestSchema = z.record(z.string(), z.unknown());

/** What a remote says of itself. The shell checks it; here it is data that is passed on. */
export type Manifest = Record<string, unknown>;

/**
 * A remote's manifest, from its folder when the gateway serves it, otherwise from beside its entry.
 *
 * @param entry an http(s) address, or a path on this gateway
 * @param folder where that path's files are
 */
export async function readManifest(entry: string, folder: string | undefined): Promise<Manifest> {
  if (!entry.startsWith('/')) return parse(await fetchText(new URL(fileName, entry)));
  if (folder === undefined) throw new Error(`No folder is known for ${entry}`);
  return parse(await readFile(join(folder, fileName), 'utf8'));
}

function parse(text: string): Manifest {
  return manifestSchema.parse(JSON.parse(text));
}

async function fetchText(url: URL): Promise<string> {
  const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(fetchTimeoutMs) });
  if (statusCode !== 200) throw new Error(`${url.href} answered ${statusCode}`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`${url.href} is too large`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
