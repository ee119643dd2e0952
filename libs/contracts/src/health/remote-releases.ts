import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { isoDate } from '../core/fields.ts';

const admin = { service: 'gateway', access: 'admin' } as const;

/** Releases that are remembered per remote. */
export const maxRemoteReleases = 20;
/** Feature flags of one remote that can differ from their defaults. */
export const maxFeatureFlags = 50;

/** The name of a feature flag in a remote's manifest, such as `new-editor`. */
export const featureFlagNamePattern = /^[a-z][a-z0-9-]{0,49}$/;

/** A share of browsers in per cent. */
const share = z
  .number('Share must be a number')
  .int('Share must be a whole number')
  .min(0, 'Share must be between 0 and 100')
  .max(100, 'Share must be between 0 and 100');

const remoteReleaseSchema = z.object({
  /** The build id in the manifest; it identifies the release. */
  build: z.string(),
  version: z.string(),
  /** When the release first went live, for all browsers or a share of them. */
  liveSince: isoDate,
  /** Signed-in people who used it while it was live for them, as their browsers report. */
  people: z.number().int(),
  /** Those of them for whom it failed at least once. */
  failedPeople: z.number().int(),
  /** Set when an admin gave browsers another release instead; the release does not go live again by itself. */
  withdrawn: z.object({ at: isoDate }).nullable(),
});
export type RemoteRelease = z.infer<typeof remoteReleaseSchema>;

const remoteReleasesSchema = z.object({
  name: z.string(),
  /** Changes with every change of this remote's releases and flags; sent back as `If-Match`. */
  version: z.number().int(),
  /** The build that all browsers get which do not get the trial. */
  current: z.string(),
  /** A newer build that a share of the browsers gets. */
  trial: z
    .object({
      build: z.string(),
      share,
      since: isoDate,
      /** It fails for an admin or for three people, and for a larger share of people than `current`: suggest to go back. */
      isFailing: z.boolean(),
    })
    .nullable(),
  /** Newest first, at most {@link maxRemoteReleases}. */
  releases: z.array(remoteReleaseSchema),
  /** The share of browsers for which a flag is on, by name; a flag that is missing has its default. */
  flags: z.record(z.string(), share),
});
export type RemoteReleases = z.infer<typeof remoteReleasesSchema>;

/** The releases and feature flags of every remote that the gateway has seen. */
export const remoteReleasesList = endpoint({
  ...admin,
  id: 'remoteReleases.list',
  method: 'GET',
  path: '/api/console/releases',
  summary: 'Releases and feature flags of the remotes',
  response: z.object({ remotes: z.array(remoteReleasesSchema) }),
});

const remoteName = z.string().max(100);

/**
 * Gives a release to all browsers (`share: 100`) or to a share of them, beside the current one. Giving the current
 * release to all ends the trial. Requires `If-Match`.
 */
export const remoteReleaseLive = endpoint({
  ...admin,
  id: 'remoteReleases.live',
  method: 'PUT',
  path: '/api/console/releases/:name/live',
  summary: 'Give a release of a remote to all browsers or a share of them',
  params: z.object({ name: remoteName }),
  body: z.object({ build: z.string('Build is required').max(200), share }),
  response: remoteReleasesSchema,
});

/** Turns a feature flag on for a share of the browsers; null gives it its default again. Requires `If-Match`. */
export const remoteFlagSet = endpoint({
  ...admin,
  id: 'remoteReleases.flag',
  method: 'PUT',
  path: '/api/console/releases/:name/flags/:flag',
  summary: 'Turn a feature flag of a remote on or off',
  params: z.object({ name: remoteName, flag: z.string().regex(featureFlagNamePattern, 'Invalid flag') }),
  body: z.object({ share: share.nullable() }),
  response: remoteReleasesSchema,
});

/**
 * What a browser reports about a remote:
 * - `page-load`: the first use of a build in a page
 * - `load`: its code could not be loaded or is not compatible
 * - `render`: a view or page of it threw while rendering
 * - `script`: an error or a rejected promise that nothing handled
 */
export const browserReportKinds = ['page-load', 'load', 'render', 'script'] as const;
export type BrowserReportKind = (typeof browserReportKinds)[number];

/**
 * Reports a page load or an error of a remote. Without messages, addresses or anything else that could be personal.
 * Anybody may send it; a report of an unknown release is ignored.
 */
export const browserReportSend = endpoint({
  id: 'browserReports.send',
  service: 'gateway',
  method: 'POST',
  path: '/api/console/browser-reports',
  access: 'public',
  summary: 'Report a page load or an error of a remote',
  bodyLimit: 1024,
  body: z.object({
    remote: remoteName,
    build: z.string().max(200),
    kind: z.enum(browserReportKinds),
    /** The error's class, such as `TypeError`. */
    error: z
      .string()
      .regex(/^[A-Za-z]{1,40}$/)
      .optional(),
  }),
  response: z.object({ counted: z.boolean() }),
});
