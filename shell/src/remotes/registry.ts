import { NetworkError, type RemoteManifest, remoteManifestFileName } from '@khmer-learning/console-sdk';
import { type ListedRemote, type RemoteRegistryProblem, remotesSchema } from '@khmer-learning/contracts';
import { parseManifest } from './parse-manifest.ts';
import { readRemoteUrlFlags } from './remote-url-flags.ts';

export interface RegisteredRemote {
  readonly name: string;
  /** URL of its `mf-manifest.json`; empty when the registry names none that can be used. */
  readonly entry: string;
  /** `null` when nothing readable is known: the remote is then shown under its registry name. */
  readonly manifest: RemoteManifest | null;
  readonly problem: string | undefined;
  /** What of its manifest this console does not know, and does without. */
  readonly warnings: readonly string[];
  /** This page was asked to do without it. */
  readonly disabled: boolean;
  /** It comes from a developer's machine instead. */
  readonly overridden: boolean;
}

/** Which remotes there are, as the gateway says. */
export interface Registry {
  readonly remotes: readonly RegisteredRemote[];
  readonly problems: readonly RemoteRegistryProblem[];
  /** The release of the shell that a reload would bring, if the gateway knows. */
  readonly shellBuild: string | undefined;
}

const overrideTimeoutMs = 3_000;

/** A remote under development as the gateway would list it: the gateway itself cannot reach that machine. */
async function fetchOverride(name: string, entry: string): Promise<ListedRemote> {
  try {
    const url = new URL(remoteManifestFileName, entry);
    const response = await fetch(url.href, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(overrideTimeoutMs),
    });
    if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
    return { name, entry, manifest: await response.json() };
  } catch {
    return { name, entry, problem: `Nothing to read at ${entry}.` };
  }
}

async function applyOverrides(
  listed: readonly ListedRemote[],
  overrides: ReadonlyMap<string, string>,
): Promise<readonly ListedRemote[]> {
  const others = listed.filter(({ name }) => !overrides.has(name));
  const overridden = await Promise.all([...overrides].map(([name, entry]) => fetchOverride(name, entry)));
  return [...others, ...overridden];
}

/** Reads which remotes there are. Throws `NetworkError` when the list cannot be had. */
export async function fetchRegistry(): Promise<Registry> {
  try {
    const response = await fetch('/remotes.json', { cache: 'no-cache' });
    if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
    const { remotes, problems, shell } = remotesSchema.parse(await response.json());
    const { disabled, overrides } = readRemoteUrlFlags();
    const listed = await applyOverrides(remotes, overrides);
    return {
      remotes: listed.map(({ name, entry = '', manifest, problem }) => ({
        name,
        entry,
        ...(manifest === undefined ? { manifest: null, warnings: [], problem } : parseManifest(manifest)),
        disabled: disabled.has(name),
        overridden: overrides.has(name),
      })),
      problems,
      shellBuild: shell?.build,
    };
  } catch (error) {
    throw new NetworkError(error);
  }
}

/** What people call a remote. */
export function remoteLabel(remote: RegisteredRemote): string {
  return remote.manifest?.label ?? remote.name;
}
