import { NetworkError, type RemoteManifest, remoteManifestSchema } from '@khmer-learning/console-sdk';
import { remotesSchema } from '@khmer-learning/contracts';

export interface RegisteredRemote {
  readonly name: string;
  /** URL of its `mf-manifest.json`; empty when the registry names none that can be used. */
  readonly entry: string;
  /** `null` when nothing readable is known: the remote is then shown under its registry name. */
  readonly manifest: RemoteManifest | null;
  readonly problem: string | undefined;
}

/** Reads which remotes there are. Throws `NetworkError` when the list cannot be had. */
export async function fetchRegistry(): Promise<readonly RegisteredRemote[]> {
  try {
    const response = await fetch('/remotes.json', { cache: 'no-cache' });
    if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
    const { remotes } = remotesSchema.parse(await response.json());
    return remotes.map(({ name, entry = '', manifest, problem }) => {
      const read = remoteManifestSchema.safeParse(manifest);
      return { name, entry, manifest: read.data ?? null, problem };
    });
  } catch (error) {
    throw new NetworkError(error);
  }
}

/** What people call a remote. */
export function remoteLabel(remote: RegisteredRemote): string {
  return remote.manifest?.label ?? remote.name;
}
