import { z } from 'zod';

/** One front-end remote as the gateway lists it, whether or not it can be reached. */
export const listedRemoteSchema = z.object({
  name: z.string(),
  /** URL of the remote's `mf-manifest.json`; missing when the registry's entry is not usable. */
  entry: z.string().optional(),
  /** The remote's `remote-manifest.json`, when the gateway has it; the shell checks it. */
  manifest: z.record(z.string(), z.unknown()).optional(),
  /** Why the remote cannot be used, when the gateway knows. */
  problem: z.string().optional(),
});
export type ListedRemote = z.infer<typeof listedRemoteSchema>;

/** The body of `GET /remotes.json`. */
export const remotesSchema = z.object({ remotes: z.array(listedRemoteSchema) });
