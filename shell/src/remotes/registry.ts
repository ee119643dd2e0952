import {
  localize,
  NetworkError,
  type RemoteManifest,
  remoteManifestFileName,
} from '@khmer-learning/console-sdk';
import { type ListedRemote, type RemoteRegistryProblem, remotesSchema } from '@khmer-learning/contracts';
import { currentLanguage, formatDigits, joinCompounds } from '@khmer-learning/ui-kit';
import type { z } from 'zod';
import { readPageState } from '../page/page-state.ts';
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
  readonly disabled: boolean;
  /** Loaded from a developer's machine by `?remote.<name>=`. */
  readonly overridden: boolean;
}

export interface Registry {
  readonly remotes: readonly RegisteredRemote[];
  readonly problems: readonly RemoteRegistryProblem[];
  /** The build of the shell that a reload would load; undefined when the gateway does not know it. */
  readonly shellBuild: string | undefined;
}

const overrideTimeoutMs = 3_000;

/** The JSON of manifests; no line breaks within compounds of their Khmer texts. */
const readTexts = async (response: Response): Promise<Record<string, unknown>> =>
  JSON.parse(joinCompounds(await response.text()));

/** Lists a remote under development. The browser fetches its manifest, as the gateway cannot reach that machine. */
async function fetchOverride(name: string, entry: string): Promise<ListedRemote> {
  try {
    const url = new URL(remoteManifestFileName, entry);
    const response = await fetch(url.href, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(overrideTimeoutMs),
    });
    if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
    return { name, entry, manifest: await readTexts(response) };
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

type ListedRemotes = z.output<typeof remotesSchema>;

function toRegistry(
  { problems, shell }: ListedRemotes,
  remotes: readonly ListedRemote[],
  { disabled, overrides }: ReturnType<typeof readRemoteUrlFlags>,
): Registry {
  return {
    remotes: remotes.map(({ name, entry = '', manifest, problem, flags = {} }) => {
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
}

/** Fetches the list of remotes. Throws `NetworkError` when the list cannot be fetched or is not valid. */
export async function fetchRegistry(): Promise<Registry> {
  try {
    const response = await fetch('/remotes.json', { cache: 'no-cache' });
    if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
    const listed = remotesSchema.parse(await readTexts(response));
    const flags = readRemoteUrlFlags();
    return toRegistry(listed, await applyOverrides(listed.remotes, flags.overrides), flags);
  } catch (error) {
    throw new NetworkError(error);
  }
}

/** The list of remotes that came with the page; undefined without one, or when the address overrides remotes. */
export function registryOfPage(): Registry | undefined {
  const listed = readPageState()?.remotes;
  const flags = readRemoteUrlFlags();
  return listed === undefined || flags.overrides.size > 0
    ? undefined
    : toRegistry(listed, listed.remotes, flags);
}

function defaultFlags(manifest: RemoteManifest | null): Record<string, boolean> {
  const flags = Object.entries(manifest?.flags ?? {});
  return Object.fromEntries(flags.map(([name, flag]) => [name, flag.default]));
}

/** The display name of a remote: its manifest's label, or its registry name. */
export function remoteLabel(remote: RegisteredRemote): string {
  return localize(remote.manifest?.label ?? remote.name, currentLanguage(), formatDigits);
}

/** The build of the shell in this page, from the gateway's `console-build` meta tag; undefined without that tag. */
export function loadedShellBuild(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="console-build"]')?.content;
}
