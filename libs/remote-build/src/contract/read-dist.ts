import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const assets = z.object({ js: z.object({ sync: z.array(z.string()), async: z.array(z.string()) }) });

/** The parts of `mf-manifest.json` that the console relies on. Every bundler's federation plugin writes them. */
export const federationManifestSchema = z.object({
  metaData: z.object({
    globalName: z.string(),
    // `module`: the entry is an ES module.
    remoteEntry: z.object({ name: z.string(), path: z.string(), type: z.string().optional() }),
  }),
  shared: z.array(
    z.object({
      name: z.string(),
      singleton: z.boolean().optional(),
      requiredVersion: z.union([z.string(), z.literal(false)]).nullish(),
      assets,
    }),
  ),
  exposes: z.array(z.object({ name: z.string(), assets })),
});
export type FederationManifest = z.output<typeof federationManifestSchema>;

/** Reads a JSON file of the build output folder. Throws an error with its name when it is missing or not JSON. */
export async function readJson(dist: string, file: string): Promise<unknown> {
  const path = join(dist, file);
  if (!existsSync(path)) throw new Error(`${file} is missing`);
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw new Error(`${file} is not JSON`);
  }
}

/** The entry's file, relative to the build output folder. */
export function entryOf({ metaData: { remoteEntry } }: FederationManifest): string {
  return join(remoteEntry.path, remoteEntry.name);
}

/** The files that are fetched before any view: the entry and the exposed module. */
export function initialFilesOf(manifest: FederationManifest): string[] {
  const exposed = manifest.exposes.find(({ name }) => name === 'remote');
  return [entryOf(manifest), ...(exposed?.assets.js.sync ?? [])];
}

/** The content of every script in the build output folder, by its relative path. */
export async function readScripts(dist: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js'));
  const files = names.map(async (name) => [name, await readFile(join(dist, name), 'utf8')] as const);
  return new Map(await Promise.all(files));
}
