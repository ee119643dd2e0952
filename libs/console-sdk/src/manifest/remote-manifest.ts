import { z } from 'zod';
import { extensionSchema } from '../extensions/extension.ts';
import { consoleRoles } from './console-roles.ts';
import { viewIconNames } from './icon-names.ts';
import { localizedTextSchema } from './localized-text.ts';
import { commandSchema, searchSourceSchema } from './search.ts';

/** One view of a remote: everything the shell needs to show it in the sidebar and header without loading its code. */
export const viewManifestSchema = z.strictObject({
  /** Unique in the console: `lessons`. */
  id: z.string().regex(/^[a-z][a-z0-9_-]*$/),
  /** The text of the entry in the sidebar or a menu. */
  label: localizedTextSchema,
  icon: z.enum(viewIconNames),
  /** The title in the header. */
  title: localizedTextSchema,
  subtitle: z.union([z.literal(''), localizedTextSchema]).optional(),
  /** The button in the header; the view sets its handler with `useHeaderAction`. */
  action: z.strictObject({ label: localizedTextSchema }).optional(),
  roles: z.array(z.enum(consoleRoles)).min(1),
  /** Lower values come first. The console's own views use steps of ten. */
  order: z.number().int(),
  /** `user-menu`: not in the sidebar, but in the menu `Tools` or the account menu. */
  placement: z.enum(['sidebar', 'user-menu']),
  /** Outside the sidebar: `account` for the account menu, else the id of a `user-menu-group` of `Tools`; unknown ones come first. */
  menuGroup: z.string().min(1).optional(),
});
export type ViewManifest = z.infer<typeof viewManifestSchema>;

/** A separate page outside the console, such as `/complete`. */
export const pageManifestSchema = z.strictObject({
  path: z.string().regex(/^\/[a-z0-9-]+$/),
  /** A public page needs no session; any other page asks the visitor to sign in first. */
  public: z.boolean(),
});
export type PageManifest = z.infer<typeof pageManifestSchema>;

/** A switch in a remote's code, which admins can turn on and off in Console health without a release. */
export const featureFlagSchema = z.strictObject({
  /** Whether it is on unless an admin decides otherwise. */
  default: z.boolean(),
  /** What it does, for the admin: `The new editor for answers`. */
  description: localizedTextSchema
    .refine(
      (text) =>
        (typeof text === 'string' ? [text] : Object.values(text)).every((one = '') => one.length <= 200),
      'Must be at most 200 characters',
    )
    .optional(),
});
export type FeatureFlag = z.infer<typeof featureFlagSchema>;

/** The content of a remote's `remote.manifest.ts`. A build accepts nothing else; a console reads it leniently. */
export const remoteManifestSourceSchema = z.strictObject({
  /** Unique among the remotes, and the same as in the registry: `content`. */
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  /** The display name, as in "Content could not be loaded". */
  label: localizedTextSchema,
  /** The supported versions of the console's contract, as a semver range: `^1.0.0`. */
  contract: z.string().min(1),
  views: z.array(viewManifestSchema),
  pages: z.array(pageManifestSchema),
  /** The remote's feature flags by name, such as `new-editor`; views read them with `useFeatureFlag`. */
  flags: z.record(z.string().regex(/^[a-z][a-z0-9-]{0,49}$/), featureFlagSchema).optional(),
  /** Who may call the remote's own backend, if the console's registry names one (docs/remotes.md). Since contract 3.6. */
  api: z.strictObject({ roles: z.array(z.enum(consoleRoles)).min(1) }).optional(),
  /** What the remote adds to other places of the console (docs/extensions.md). */
  extensions: z.array(extensionSchema).optional(),
  /** The types of items that the search of the whole console finds. */
  searchSources: z.array(searchSourceSchema).optional(),
  /** The actions that this search offers. */
  commands: z.array(commandSchema).optional(),
});
export type RemoteManifestSource = z.infer<typeof remoteManifestSourceSchema>;

/** `remote-manifest.json` as the build publishes it beside `mf-manifest.json`. */
export const remoteManifestSchema = remoteManifestSourceSchema.extend({
  /** Version of the remote's package. */
  version: z.string().min(1),
  /** A build id, which differs between builds with different content. */
  build: z.string().min(1),
  /** The exports of shared packages that the build uses; the console must have them all. Missing if the bundler lists none. */
  uses: z.record(z.string(), z.array(z.string())).optional(),
});
export type RemoteManifest = z.infer<typeof remoteManifestSchema>;

export { isComponentPoint } from '../extensions/extension.ts';
export * from './localized-text.ts';

/** The manifest's file name, relative to the remote's `mf-manifest.json`. */
export const remoteManifestFileName = 'remote-manifest.json';
