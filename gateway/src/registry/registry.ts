import { readFile } from 'node:fs/promises';
import type { ListedRemote } from '@khmer-learning/contracts';
import type { Logger } from '@khmer-learning/service-kit';
import { z } from 'zod';
import { type Manifest, readManifest } from './manifest.ts';

/** How often the registry and the manifests are looked at for changes. */
const readEveryMs = 1_000;

const entrySchema = z.object({
  name: z
    .string({ error: 'name is missing' })
    .regex(/^[a-z][a-z0-9-]*$/, 'name must be lower-case letters, digits and hyphens'),
  entry: z
    .string({ error: 'entry is missing' })
    .refine(isEntry, 'entry must be an http(s) address or a path such as /remotes/content/mf-manifest.json'),
  manifest: z.record(z.string(), z.unknown()).optional(),
});
type Entry = z.output<typeof entrySchema>;

const registrySchema = z
  .union([z.array(z.unknown()), z.object({ remotes: z.array(z.unknown()) })])
  .transform((value) => (Array.isArray(value) ? value : value.remotes));

/** A row of the registry: usable, or why it is not. */
type Row = { readonly entry: Entry } | { readonly name: string; readonly problem: string };

/** The list of remotes, read anew while the process runs. */
export interface Registry {
  /** The body of `/remotes.json`, from memory. */
  list(): { remotes: ListedRemote[] };
  /** Other origins that remotes are loaded from. */
  origins(): string[];
  stop(): void;
}

export interface RegistryOptions {
  /** A file's path, or the list itself. */
  readonly source: string;
  /** Folders of the remotes that the gateway serves itself, under `/remotes/<name>/`. */
  readonly folders: ReadonlyMap<string, string>;
  readonly logger: Logger;
}

function isEntry(entry: string): boolean {
  return /^\/[^/\\]/.test(entry) || /^https?:$/.test(URL.parse(entry)?.protocol ?? '');
}

/** Reads the registry and every remote's manifest in the background: a remote that is down delays nobody. */
export function watchRegistry(options: RegistryOptions): Registry {
  const { source, folders, logger } = options;
  const isInline = /^\s*[[{]/.test(source);
  const manifests = new Map<string, Manifest>();
  const reading = new Set<string>();
  let rows: Row[] = [];
  let readText: string | undefined;

  async function readRows(): Promise<void> {
    const text = isInline ? source : await readFile(source, 'utf8');
    if (text === readText) return;
    readText = text;
    rows = checkRows(registrySchema.parse(JSON.parse(text)));
  }

  /** The last good manifest stays, so that a remote that is down keeps its place in the sidebar. */
  async function readManifestOf(entry: Entry): Promise<void> {
    if (entry.manifest || reading.has(entry.entry)) return;
    reading.add(entry.entry);
    const manifest = await readManifest(entry.entry, folders.get(entry.name)).catch(() => undefined);
    reading.delete(entry.entry);
    if (manifest) manifests.set(entry.entry, manifest);
  }

  async function refresh(): Promise<void> {
    await readRows().catch((error: unknown) =>
      logger.warn({ err: error }, 'The registry of remotes could not be read; the last good one stays'),
    );
    for (const row of rows) if ('entry' in row) void readManifestOf(row.entry);
  }

  function listRow(row: Row): ListedRemote {
    if ('problem' in row) return row;
    const { name, entry, manifest = manifests.get(entry) } = row.entry;
    if (!manifest) return { name, entry, problem: 'The manifest could not be read' };
    if (manifest.name !== name)
      return { name, entry, problem: 'The manifest belongs to a remote of another name' };
    return { name, entry, manifest };
  }

  void refresh();
  const timer = setInterval(() => void refresh(), readEveryMs);
  timer.unref();
  return {
    list: () => ({ remotes: rows.map(listRow) }),
    origins: () => [...new Set(rows.flatMap((row) => ('entry' in row ? originOf(row.entry.entry) : [])))],
    stop: () => clearInterval(timer),
  };
}

/** Each row alone: a bad one takes no other along. */
function checkRows(values: readonly unknown[]): Row[] {
  const names = new Set<string>();
  return values.map((value) => {
    const parsed = entrySchema.safeParse(value);
    const name = z.object({ name: z.string() }).safeParse(value).data?.name ?? '';
    if (!parsed.success)
      return { name, problem: parsed.error.issues[0]?.message ?? 'This entry is not valid' };
    if (names.has(name)) return { name, problem: 'This name is listed twice' };
    names.add(name);
    return { entry: parsed.data };
  });
}

function originOf(entry: string): string[] {
  const url = URL.parse(entry);
  return url ? [url.origin] : [];
}
