import { NetworkError, type RemoteManifest, remoteManifestFileName } from '@khmer-learning/console-sdk';
import { type ListedRemote, type RemoteRegistryProblem, remotesSchema } from '@khmer-learning/contracts';
import { parseManifest } from './parse-manifest.ts';
import { readRemoteUrlFlags } from './remote-url-flags.ts';

/** A remote of the registry, with its parsed manifest. */
export interface RegisteredRemote {
  readonly name: string;
  /** URL of its `mf-manifest.json`; empty when the registry has no valid one. */
  readonly entry: string;
  /** `null` when there is no readable manifest. The remote is then shown under its registry name. */
  readonly manifest: RemoteManifest | null;
  readonly problem: string | undefined;
  /** The parts of its manifest that this console does not support and ignores. */
  readonly warnings: readonly string[];
  /** The feature flags of its manifest, with their values in this browser. */
  readonly flags: Readonly<Record<string, boolean>>;
  /** Disabled in this page by `?disable-remotes=`. */
  readonly disabled: boolean;
  /** Loaded from a developer's machine by `?remote.<name>=`. */
  readonly overridden: boolean;
}

/** The list of remotes, as the gateway reports it. */
export interface Registry {
  readonly remotes: readonly RegisteredRemote[];
  readonly problems: readonly RemoteRegistryProblem[];
  /** The build of the shell that a reload would load; undefined when the gateway does not know it. */
  readonly shellBuild: string | undefined;
}

const overrideTimeoutMs = 3_000;

/** Lists a remote under development. The browser fetches its manifest, as the gateway cannot reach that machine. */
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
    return { name, entry, problem: `Nothing could be loaded from ${entry}.` };
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

/** Fetches the list of remotes. Throws `NetworkError` when the list cannot be fetched or is not valid. */
export async function fetchRegistry(): Promise<Registry> {
  try {
    const response = await fetch('/remotes.json', { cache: 'no-cache' });
    if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
    const { remotes, problems, shell } = remotesSchema.parse(await response.json());
    const { disabled, overrides } = readRemoteUrlFlags();
    const listed = await applyOverrides(remotes, overrides);
    return {
      remotes: listed.map(({ name, entry = '', manifest, problem, flags = {} }) => {
        const parsed =
          manifest === undefined ? { manifest: null, warnings: [], problem } : parseManifest(manifest);
        return {
          name,
          entry,
          ...parsed,
          flags: { ...defaultFlags(parsed.manifest), ...flags },
          disabled: disabled.has(name),
          overridden: overrides.has(name),
        };
      }),
      problems,
      shellBuild: shell?.build,
    };
  } catch (error) {
    throw new NetworkError(error);
  }
}

function defaultFlags(manifest: RemoteManifest | null): Record<string, boolean> {
  const flags = Object.entries(manifest?.flags ?? {});
  return Object.fromEntries(flags.map(([name, flag]) => [name, flag.default]));
}

/** The display name of a remote: its manifest's label, or its registry name. */
export function remoteLabel(remote: RegisteredRemote): string {
  return remote.manifest?.label ?? remote.name;
}
