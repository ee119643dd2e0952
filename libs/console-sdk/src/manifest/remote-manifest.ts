import { z } from 'zod';

/** The icons the shell can draw beside a view. A manifest names one; it never brings its own. */
export const viewIconNames = [
  'book',
  'chart',
  'file',
  'key',
  'layers',
  'library',
  'quiz',
  'receipt',
  'shapes',
  'tag',
  'transfer',
  'users',
] as const;
export type ViewIconName = (typeof viewIconNames)[number];

/** The roles that can have a console session. A student never does. */
export const consoleRoles = ['admin', 'teacher'] as const;
export type ConsoleRole = (typeof consoleRoles)[number];

/** One view of a remote: everything the shell shows of it before any of the remote's code is loaded. */
export const viewManifestSchema = z.object({
  /** Unique in the console: `lessons`. */
  id: z.string().regex(/^[a-z][a-z0-9_-]*$/),
  /** The entry in the sidebar or the user menu. */
  label: z.string().min(1),
  icon: z.enum(viewIconNames),
  /** The header above the view. */
  title: z.string().min(1),
  subtitle: z.string().optional(),
  /** The button in the header; the view says what it does with `useHeaderAction`. */
  action: z.object({ label: z.string().min(1) }).optional(),
  roles: z.array(z.enum(consoleRoles)).min(1),
  /** Lower comes first. The spec's order in steps of ten. */
  order: z.number().int(),
  placement: z.enum(['sidebar', 'user-menu']),
});
export type ViewManifest = z.infer<typeof viewManifestSchema>;

/** A page of its own, outside the console: `/complete`. */
export const pageManifestSchema = z.object({
  path: z.string().regex(/^\/[a-z0-9-]+$/),
  /** A public page shows without a session; any other asks to sign in first. */
  public: z.boolean(),
});
export type PageManifest = z.infer<typeof pageManifestSchema>;

/** What a remote writes in its `remote.manifest.ts`. */
export const remoteManifestSourceSchema = z.object({
  /** Unique among the remotes; what the registry calls it: `content`. */
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  /** What people call it, as in "Content could not be loaded". */
  label: z.string().min(1),
  /** The shell contracts it can work with, as a semver range: `^1.0.0`. */
  contract: z.string().min(1),
  views: z.array(viewManifestSchema),
  pages: z.array(pageManifestSchema),
});
export type RemoteManifestSource = z.infer<typeof remoteManifestSourceSchema>;

/** `remote-manifest.json` as the build publishes it beside `mf-manifest.json`. */
export const remoteManifestSchema = remoteManifestSourceSchema.extend({
  /** Version of the remote's package. */
  version: z.string().min(1),
  /** Differs between any two builds with different content. */
  build: z.string().min(1),
});
export type RemoteManifest = z.infer<typeof remoteManifestSchema>;

/** File names, relative to a remote's `mf-manifest.json`. */
export const remoteManifestFileName = 'remote-manifest.json';
