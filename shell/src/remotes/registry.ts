import { NetworkError, type RemoteManifest, remoteManifestSchema } from '@khmer-learning/console-sdk';
import { z } from 'zod';

/** `/remotes.json` as the gateway serves it. A remote is listed whether or not it can be reached. */
const registrySchema = z.array(
  z.object({
    name: z.string().min(1),
    /** URL of the remote's `mf-manifest.json`. */
    entry: z.string().min(1),
    /** The remote's `remote-manifest.json`, when the gateway has it. */
    manifest: z.unknown().nullish(),
    /** Why the remote cannot be used, when the gateway knows. */
    problem: z.string().nullish(),
  }),
);

export interface RegisteredRemote {
  readonly name: string;
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
    const remotes = registrySchema.parse(await response.json());
    return remotes.map(({ name, entry, manifest, problem }) => {
      const read = remoteManifestSchema.safeParse(manifest);
      return { name, entry, manifest: read.data ?? null, problem: problem ?? undefined };
    });
  } catch (error) {
    throw new NetworkError(error);
  }
}

/** What people call a remote. */
export function remoteLabel(remote: RegisteredRemote): string {
  return remote.manifest?.label ?? remote.name;
}
