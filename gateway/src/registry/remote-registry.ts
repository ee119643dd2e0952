import {
  type ListedRemote,
  type RemoteRegistryProblem,
  registryProblemName,
} from '@khmer-learning/contracts';
import type { Logger } from '@khmer-learning/service-kit';
import { createRegistryReader } from './create-registry-reader.ts';
import { parseRegistry, type RegistryEntry, type RegistryRow } from './parse-registry.ts';
import { type RawRemoteManifest, type RemoteLocations, readManifest } from './read-manifest.ts';

/** How often the registry and the manifests are looked at for changes. */
const pollIntervalMs = 1_000;

/** The list of remotes, read anew while the process runs. */
export interface RemoteRegistry {
  /** From memory: the usable and the others, and what is wrong, with the registry itself too. */
  list(): { remotes: ListedRemote[]; problems: RemoteRegistryProblem[] };
  /** Other origins that remotes are loaded from. */
  origins(): string[];
  stop(): void;
}

export interface RemoteRegistryOptions {
  /** A file's path, an http(s) address, or the list itself. */
  readonly source: string;
  /** The remotes that the gateway serves itself, under `/remotes/<name>/`. */
  readonly files: RemoteLocations;
  readonly logger: Logger;
}

/** Reads the registry and every remote's manifest in the background: a remote that is down delays nobody. */
export function watchRemoteRegistry({ source, files, logger }: RemoteRegistryOptions): RemoteRegistry {
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
      // The text alone is public: an error may name files and addresses of the inside.
      const next = rows
        ? 'The registry could not be read; the last good one stays'
        : 'The registry could not be read';
      if (next !== problem) logger.warn({ err: error }, next);
      problem = next;
    }
  }

  /** The last good manifest stays, so that a remote that is down keeps its place in the sidebar. */
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
      return { name, entry, problem: 'The manifest belongs to a remote of another name' };
    return { name, entry, manifest };
  }

  function list() {
    const remotes = (rows ?? []).map(toListedRemote);
    const problems = remotes.flatMap((remote): RemoteRegistryProblem[] =>
      remote.problem === undefined ? [] : [{ name: remote.name, problem: remote.problem }],
    );
    if (problem !== undefined) problems.unshift({ name: registryProblemName, problem });
    return { remotes, problems };
  }

  void refresh();
  const timer = setInterval(() => void refresh(), pollIntervalMs);
  timer.unref();
  return {
    list,
    origins: () => [
      ...new Set((rows ?? []).flatMap((row) => ('entry' in row ? originOf(row.entry.entry) : []))),
    ],
    stop: () => clearInterval(timer),
  };
}

function originOf(entry: string): string[] {
  const url = URL.parse(entry);
  return url ? [url.origin] : [];
}
