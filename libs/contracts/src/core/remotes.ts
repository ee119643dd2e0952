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

/** The name under which a problem of the registry itself is listed; no remote can have it. */
export const registryProblemName = 'REMOTES';

/** What the gateway knows to be wrong with one entry of the registry, or with the registry. */
export const remoteProblemSchema = z.object({ name: z.string(), problem: z.string() });
export type RemoteRegistryProblem = z.infer<typeof remoteProblemSchema>;

/** The body of `GET /remotes.json`. */
export const remotesSchema = z.object({
  remotes: z.array(listedRemoteSchema),
  problems: z.array(remoteProblemSchema).default([]),
  /** Differs between any two releases of the shell; missing while the gateway has no shell. */
  shell: z.object({ build: z.string() }).optional(),
});
