import { z } from 'zod';

/** A micro front-end in the gateway's list, whether or not it is reachable. */
const listedRemoteSchema = z.object({
  name: z.string(),
  /** URL of the remote's `mf-manifest.json`; missing when the registry entry is invalid. */
  entry: z.string().optional(),
  /** The remote's `remote-manifest.json`, when the gateway has it; the shell validates it. */
  manifest: z.record(z.string(), z.unknown()).optional(),
  /** The feature flags that differ from their defaults, for this browser. */
  flags: z.record(z.string(), z.boolean()).optional(),
  /** Why the remote cannot be used, if known. */
  problem: z.string().optional(),
});
export type ListedRemote = z.infer<typeof listedRemoteSchema>;

/** The ids of the shell's own views, which no view of a remote can have. */
export const shellViewIds = { dashboard: 'dashboard', consoleHealth: 'console-health' } as const;

/** The paths that the shell or the gateway answers itself, which no page of a remote can have. */
export const reservedPagePaths: readonly string[] = [
  ...['/dashboard', '/forgot-password', '/reset-password', '/choose-password', '/confirm-email'],
  ...['/api', '/docs', '/privacy-policy', '/healthz', '/readyz'],
];

/** Name used for problems of the registry itself; reserved, so no remote can have it. */
export const registryProblemName = 'REMOTES';

/** A problem with one registry entry, or with the registry itself. */
const remoteProblemSchema = z.object({ name: z.string(), problem: z.string() });
export type RemoteRegistryProblem = z.infer<typeof remoteProblemSchema>;

/** The body of `GET /remotes.json`. */
export const remotesSchema = z.object({
  remotes: z.array(listedRemoteSchema),
  problems: z.array(remoteProblemSchema).default([]),
  /** Changes with every release of the shell; missing while the gateway has no shell. */
  shell: z.object({ build: z.string() }).optional(),
});
