import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ListedRemote,
  type RemoteRegistryProblem,
  registryProblemName,
} from '@khmer-learning/contracts';
import type { Logger } from '@khmer-learning/service-kit';
import { z } from 'zod';
import { fetchText } from '../../http/fetch-text.ts';
import { lookWhenAsked } from './look-when-asked.ts';

/** The list of remotes, refreshed while the process runs. */
export type RemoteRegistry = ReturnType<typeof watchRemoteRegistry>;

/** Reads the registry and all manifests in the background, so that a remote that is down delays no request. */
export function watchRemoteRegistry(options: {
  /** A file path, an http(s) address, or the list itself. */
  readonly source: string;
  /** The files of remotes that the gateway serves itself, under `/remotes/<name>/`. */
  readonly files: RemoteLocations;
  readonly logger: Logger;
}) {
  const { source, files, logger } = options;
  const looks = lookWhenAsked(() => void refresh());
  const readText = createRegistryReader(source);
  const manifests = new Map<string, RawRemoteManifest>();
  const manifestsBeingRead = new Set<string>();
  let rows: readonly RegistryRow[] | undefined;
  let lastText: string | undefined;
  let problem: string | undefined;
  let isRefreshing = false;

  async function readRows(): Promise<void> {
    const text = await readText();
    if (text !== lastText) rows = parseRegistry(text);
    lastText = text;
  }

  async function refreshRows(): Promise<void> {
    try {
      await readRows();
      problem = undefined;
    } catch (error) {
      // Only this text is public. The error itself may contain internal file names and addresses.
      const next = rows
        ? 'The registry could not be read. The last valid version is still in use.'
        : 'The registry could not be read';
      if (next !== problem) logger.warn({ err: error }, next);
      problem = next;
    }
  }

  /** Keeps the last valid manifest, so that a remote that is down keeps its place in the sidebar. */
  async function refreshManifest({ name, entry, manifest: pinned }: RegistryEntry): Promise<void> {
    if (pinned || manifestsBeingRead.has(entry)) return;
    manifestsBeingRead.add(entry);
    const manifest = await readManifest(name, entry, files).catch(() => undefined);
    manifestsBeingRead.delete(entry);
    if (manifest) manifests.set(entry, manifest);
  }

  async function refresh(): Promise<void> {
    if (isRefreshing) return;
    isRefreshing = true;
    await refreshRows();
    isRefreshing = false;
    for (const row of rows ?? []) if ('entry' in row) void refreshManifest(row.entry);
  }

  function toListedRemote(row: RegistryRow): ListedRemote {
    if ('problem' in row) return row;
    const { name, entry, manifest = manifests.get(entry) } = row.entry;
    if (!manifest) return { name, entry, problem: 'The manifest could not be read' };
    if (manifest.name !== name)
      return { name, entry, problem: 'The manifest belongs to a remote with a different name' };
    return { name, entry, manifest };
  }

  function entryOf(remote: string): RegistryEntry | undefined {
    for (const row of rows ?? []) if ('entry' in row && row.entry.name === remote) return row.entry;
    return undefined;
  }

  /** All remotes, and the problems of remotes and of the registry itself. Reads from memory only. */
  function list(): { remotes: ListedRemote[]; problems: RemoteRegistryProblem[] } {
    looks.ask();
    const remotes = (rows ?? []).map(toListedRemote);
    const problems = remotes.flatMap((remote): RemoteRegistryProblem[] =>
      remote.problem === undefined ? [] : [{ name: remote.name, problem: remote.problem }],
    );
    if (problem !== undefined) problems.unshift({ name: registryProblemName, problem });
    return { remotes, problems };
  }

  looks.ask();
  return {
    list,
    /** The address of a remote's own backend, without a slash at the end; undefined without one. */
    apiOf: (remote: string) => entryOf(remote)?.api,
    /** The share of browsers that get a new release of a remote at first, in per cent. */
    shareOf: (remote: string) => entryOf(remote)?.share ?? 100,
    /** Reads the manifest of a release of a remote from beside its entry. @throws when it cannot be read */
    readManifest: (remote: string, entry: string) => readManifest(remote, entry, files),
    /** The other origins from which remotes are loaded. */
    origins: () => [
      ...new Set((rows ?? []).flatMap((row) => ('entry' in row ? originOf(row.entry.entry) : []))),
    ],
    stop: looks.stop,
  };
}

function originOf(entry: string): string[] {
  const url = URL.parse(entry);
  return url ? [url.origin] : [];
}

/** Reads the current text of the registry itself (it begins with `{` or `[`), its http(s) address, or its file path. */
function createRegistryReader(source: string): () => Promise<string> {
  if (/^\s*[[{]/.test(source)) return async () => source;
  const url = /^https?:\/\//.test(source) ? new URL(source) : undefined;
  return url ? () => fetchText(url) : () => readFile(source, 'utf8');
}

const buildPattern = /^[0-9a-f]{8,32}$/;

/**
 * The entry of one build alone, beside the remote's entry: `mf-manifest.<build>.json`. The preset writes it.
 *
 * @returns undefined when the entry or the build has another form than the preset's
 */
export function entryOfBuild(entry: string, build: string): string | undefined {
  const isOurs = entry.endsWith('/mf-manifest.json') && buildPattern.test(build);
  return isOurs ? entry.replace(/json$/, `${build}.json`) : undefined;
}

/** The manifest's file next to an entry. The build writes it, and once more for the entry of that build alone. */
function manifestFileOf(entry: string): string {
  const build = /\/mf-manifest\.([^/.]+)\.json$/.exec(entry)?.[1] ?? '';
  return buildPattern.test(build) ? `remote-manifest.${build}.json` : 'remote-manifest.json';
}

const manifestSchema = z.record(z.string(), z.unknown());

/** A remote's manifest as unvalidated data. The shell validates it. */
export type RawRemoteManifest = Record<string, unknown>;

/** Where the files of remotes that this gateway serves are, by the remote's name. */
interface RemoteLocations {
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
async function readManifest(name: string, entry: string, files: RemoteLocations): Promise<RawRemoteManifest> {
  const manifestFileName = manifestFileOf(entry);
  if (!entry.startsWith('/')) return parseManifest(await fetchText(new URL(manifestFileName, entry)));
  const host = files.hosts.get(name);
  if (host !== undefined) return parseManifest(await fetchText(new URL(manifestFileName, host)));
  const folder = files.folders.get(name);
  if (folder === undefined) throw new Error(`The gateway does not serve ${entry}`);
  return readManifestFile(join(folder, manifestFileName));
}

/** Manifests by file, with what identifies the version of the file that was read. */
const manifestsByFile = new Map<string, { readonly version: string; readonly manifest: RawRemoteManifest }>();
/** A file that has changed so shortly ago may change again without another time. */
const steadyMs = 2_000;

/** Reads a manifest's file, unless it is the one that was read before. */
async function readManifestFile(file: string): Promise<RawRemoteManifest> {
  const { ctimeMs, ino, size } = await stat(file);
  const version = `${ctimeMs} ${ino} ${size}`;
  const known = manifestsByFile.get(file);
  if (known?.version === version) return known.manifest;
  const manifest = parseManifest(await readFile(file, 'utf8'));
  if (Date.now() - ctimeMs > steadyMs) manifestsByFile.set(file, { version, manifest });
  return manifest;
}

function parseManifest(text: string): RawRemoteManifest {
  return manifestSchema.parse(JSON.parse(text));
}

const apiRule = 'api must be an http(s) address such as https://word-games.internal, without a query';
const shareRule = 'share must be a whole number from 0 to 100';

const entrySchema = z.object({
  name: z
    .string({ error: 'name is missing' })
    .regex(/^[a-z][a-z0-9-]*$/, 'name must be lower-case letters, digits and hyphens'),
  entry: z
    .string({ error: 'entry is missing' })
    .refine(
      isEntryUrl,
      'entry must be an http(s) address or a path such as /remotes/content/mf-manifest.json',
    ),
  manifest: z.record(z.string(), z.unknown()).optional(),
  api: z
    .string({ error: apiRule })
    .refine(isApiAddress, apiRule)
    .transform((address) => new URL(address).href.replace(/\/+$/, ''))
    .optional(),
  share: z.number({ error: shareRule }).int(shareRule).min(0, shareRule).max(100, shareRule).default(100),
});
type RegistryEntry = z.output<typeof entrySchema>;

const registrySchema = z
  .union([z.array(z.unknown()), z.object({ remotes: z.array(z.unknown()) })])
  .transform((value) => (Array.isArray(value) ? value : value.remotes));

/** A row of the registry: a valid entry, or the problem with it. */
type RegistryRow = { readonly entry: RegistryEntry } | { readonly name: string; readonly problem: string };

function isEntryUrl(entry: string): boolean {
  return /^\/[^/\\]/.test(entry) || /^https?:$/.test(URL.parse(entry)?.protocol ?? '');
}

function isApiAddress(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(address) && !url.username && !url.password
  );
}

/**
 * Parses a registry. Each row is validated separately, so that an invalid row does not affect the others.
 *
 * @throws when the text as a whole is not a list of remotes
 */
function parseRegistry(text: string): readonly RegistryRow[] {
  const names = new Set<string>();
  return registrySchema.parse(JSON.parse(text)).map((value) => {
    const parsed = entrySchema.safeParse(value);
    const name = z.object({ name: z.string() }).safeParse(value).data?.name ?? '';
    if (!parsed.success)
      return { name, problem: parsed.error.issues[0]?.message ?? 'This entry is not valid' };
    if (names.has(name)) return { name, problem: 'This name is listed twice' };
    names.add(name);
    return { entry: parsed.data };
  });
}
