import {
  type ListedRemote,
  type RemoteRegistryProblem,
  registryProblemName,
} from '@khmer-learning/contracts';
import type { Logger } from '@khmer-learning/service-kit';
import { createRegistryReader } from './create-registry-reader.ts';
import { parseRegistry, type RegistryEntry, type RegistryRow } from './parse-registry.ts';
import { type RawRemoteManifest, type RemoteLocations, readManifest } from './read-manifest.ts';

/** How often the registry and the manifests are polled. */
const pollIntervalMs = 1_000;

/** The list of remotes, refreshed while the process runs. */
export interface RemoteRegistry {
  /** All remotes, and the problems of remotes and of the registry itself. Reads from memory only. */
  list(): { remotes: ListedRemote[]; problems: RemoteRegistryProblem[] };
  /** The other origins from which remotes are loaded. */
  origins(): string[];
  stop(): void;
}

export interface RemoteRegistryOptions {
  /** A file path, an http(s) address, or the list itself. */
  readonly source: string;
  /** The files of remotes that the gateway serves itself, under `/remotes/<name>/`. */
  readonly files: RemoteLocations;
  readonly logger: Logger;
}

/** Polls the registry and all manifests in the background, so that a remote that is down delays no request. */
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
