import { createHash } from 'node:crypto';
import { auditRecordSchema, maxFeatureFlags, maxRemoteReleases } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import { z } from 'zod';

const count = z.number().int().nonnegative();
const countsSchema = z.object({ pageLoads: count, failedPageLoads: count });
/** Counts of a remote's releases, by build. */
export const countsByBuildSchema = z.record(z.string(), countsSchema);
export type CountsByBuild = z.output<typeof countsByBuildSchema>;
export const noCounts = { pageLoads: 0, failedPageLoads: 0 } as const;

const offerSchema = z.object({
  build: z.string(),
  version: z.string(),
  /** The address or path of the `mf-manifest.json` from which browsers load it. */
  entry: z.string(),
});
/** A release that the registry offers. */
export type OfferedRelease = z.output<typeof offerSchema>;

/** The releases and flags of one remote, as gateways share them. */
export const releaseStateSchema = z.object({
  /** What the registry offered last. */
  offered: offerSchema,
  current: z.string(),
  trial: z
    .object({
      build: z.string(),
      share: z.number(),
      since: z.string(),
      /** The counts of both releases when the trial began. */
      before: z.object({ trial: countsSchema, current: countsSchema }),
    })
    .nullable(),
  /** Newest first. */
  releases: z.array(
    offerSchema.extend({
      liveSince: z.string(),
      withdrawn: z.object({ at: z.string(), reason: z.string().nullable() }).nullable(),
    }),
  ),
  flags: z.record(z.string(), z.number()),
  /** The records of the latest changes. They are stored with the change, so that none is lost; see `release-auditor.ts`. */
  records: z.array(auditRecordSchema),
});
export type ReleaseState = z.output<typeof releaseStateSchema>;

/** Records of changes that are kept with the state. */
const maxRecords = 10;

/** The state with the record of the change that led to it. */
export function withRecord(state: ReleaseState, record: ReleaseState['records'][number]): ReleaseState {
  return { ...state, records: [record, ...state.records].slice(0, maxRecords) };
}

export function releaseOf(state: ReleaseState, build: string) {
  return state.releases.find((release) => release.build === build);
}

/** `1.4.0 (a1b2c3)`. */
export function describeRelease(state: ReleaseState, build: string): string {
  return `${releaseOf(state, build)?.version ?? '?'} (${build})`;
}

/** The state of a remote that is seen for the first time: all browsers get the offered release. */
export function firstState(offered: OfferedRelease): ReleaseState {
  const release = { ...offered, liveSince: now(), withdrawn: null };
  return { offered, current: offered.build, trial: null, releases: [release], flags: {}, records: [] };
}

/**
 * The state after the registry offers another release, or the same one from another place. A release that was withdrawn
 * does not go live again by itself.
 *
 * @param share of the browsers that get it at first
 * @param canGoBack whether browsers can still load the current release
 */
export function afterOffer(
  state: ReleaseState,
  offered: OfferedRelease,
  { share, counts, canGoBack }: { share: number; counts: CountsByBuild; canGoBack: boolean },
): ReleaseState {
  const { build } = offered;
  const withOffered = (release: ReleaseState['releases'][number]) =>
    release.build === build ? { ...release, ...offered } : release;
  const known = releaseOf(state, build);
  const update = { ...state, offered, releases: state.releases.map(withOffered) };
  if (known?.withdrawn || build === state.trial?.build) return update;
  if (build === state.current) return { ...update, trial: null };
  // Also a release that was live before: it goes live again now.
  const others = state.releases.filter((release) => release.build !== build);
  const next = { ...update, releases: [{ ...offered, liveSince: now(), withdrawn: null }, ...others] };
  // Everybody has the previous trial already, so it is what browsers go back to.
  const current = state.trial?.share === 100 ? state.trial.build : state.current;
  return trimmed(
    canGoBack
      ? { ...next, current, trial: newTrial(build, current, share, counts) }
      : { ...next, current: build, trial: null },
  );
}

/**
 * The state after an admin gives a release to all browsers, or to a share of them beside the current one.
 *
 * @throws ApiError 404 for an unknown build, 400 for a share of the current release
 */
export function afterLive(
  state: ReleaseState,
  { build, share, counts }: { build: string; share: number; counts: CountsByBuild },
): ReleaseState {
  if (!releaseOf(state, build)) throw new ApiError(404, 'Release not found');
  if (share < 100 && build === state.current)
    throw new ApiError(
      400,
      'This release is the current one. Choose another one for a share of the browsers.',
    );
  if (build === state.current && !state.trial) return state;
  const position = state.releases.findIndex((release) => release.build === build);
  const wasLive = new Set([state.current, state.trial?.build]);
  const isReplaced = (other: string, index: number) =>
    wasLive.has(other) && (index < position || other === state.trial?.build) && other !== build;
  const releases = state.releases.map((release, index) => {
    if (release.build === build) return { ...release, withdrawn: null };
    if (share < 100 && release.build === state.current) return release;
    return isReplaced(release.build, index)
      ? { ...release, withdrawn: { at: now(), reason: null } }
      : release;
  });
  if (share === 100) return { ...state, releases, current: build, trial: null };
  const same = state.trial?.build === build ? state.trial : undefined;
  const trial = same ? { ...same, share } : newTrial(build, state.current, share, counts);
  return { ...state, releases, trial };
}

/** The state after the release on trial proved to be worse. */
export function afterFailedTrial(state: ReleaseState, reason: string): ReleaseState {
  const releases = state.releases.map((release) =>
    release.build === state.trial?.build ? { ...release, withdrawn: { at: now(), reason } } : release,
  );
  return { ...state, releases, trial: null };
}

/** The state after a trial with all browsers has lasted long enough. */
export function afterPassedTrial(state: ReleaseState): ReleaseState {
  return state.trial ? { ...state, current: state.trial.build, trial: null } : state;
}

/** The state after a flag is on for a share of the browsers, or has its default again (null). @throws ApiError 400 */
export function afterFlag(state: ReleaseState, flag: string, share: number | null): ReleaseState {
  const { [flag]: _former, ...others } = state.flags;
  if (share === null) return { ...state, flags: others };
  if (Object.keys(others).length >= maxFeatureFlags)
    throw new ApiError(400, `At most ${maxFeatureFlags} flags can differ from their defaults`);
  return { ...state, flags: { ...others, [flag]: share } };
}

/** Whether a browser belongs to a share. The same browser always gets the same answer, and keeps it when the share grows. */
export function isInShare(browserId: string, subject: string, share: number): boolean {
  const digest = createHash('sha256').update(`${browserId} ${subject}`).digest();
  return digest.readUInt32BE() % 100 < share;
}

function newTrial(build: string, current: string, share: number, counts: CountsByBuild) {
  const before = { trial: counts[build] ?? noCounts, current: counts[current] ?? noCounts };
  return { build, share, since: now(), before };
}

function trimmed(state: ReleaseState): ReleaseState {
  const isInUse = ({ build }: { build: string }) => build === state.current || build === state.trial?.build;
  const kept = state.releases.filter((release, index) => index < maxRemoteReleases || isInUse(release));
  return { ...state, releases: kept.slice(0, maxRemoteReleases + 2) };
}

const now = () => new Date().toISOString();
