import { createHash } from 'node:crypto';
import { auditRecordSchema, maxFeatureFlags, maxRemoteReleases } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import { z } from 'zod';

const useSchema = z.object({ isAdmin: z.boolean(), failed: z.boolean() });
/** Who has used a remote's releases, by build and user id. However often a person reports, it counts once. */
export const usesByBuildSchema = z.record(z.string(), z.record(z.string(), useSchema));
export type ReleaseUse = z.output<typeof useSchema>;
export type UsesByBuild = z.output<typeof usesByBuildSchema>;

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
  trial: z.object({ build: z.string(), share: z.number(), since: z.string() }).nullable(),
  /** Newest first. */
  releases: z.array(
    offerSchema.extend({
      liveSince: z.string(),
      withdrawn: z.object({ at: z.string() }).nullable(),
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
  { share, canGoBack }: { share: number; canGoBack: boolean },
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
      ? { ...next, current, trial: { build, share, since: now() } }
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
  { build, share }: { build: string; share: number },
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
    return isReplaced(release.build, index) ? { ...release, withdrawn: { at: now() } } : release;
  });
  if (share === 100) return { ...state, releases, current: build, trial: null };
  const since = state.trial?.build === build ? state.trial.since : now();
  return { ...state, releases, trial: { build, share, since } };
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

/** Whether a browser gets this build of a remote, now that some may have another one. */
export function isServed(
  { current, trial }: ReleaseState,
  remote: string,
  build: string,
  browserId: string,
): boolean {
  const onTrial = build === trial?.build && isInShare(browserId, `${remote} ${build}`, trial.share);
  return onTrial || build === current;
}

const enoughPeople = 3;

/** The people who have used a build, and those of them for whom it failed. */
export function countPeople(uses: UsesByBuild, build: string) {
  const all = Object.values(uses[build] ?? {});
  const failed = all.filter((use) => use.failed);
  return {
    people: all.length,
    failedPeople: failed.length,
    failedForAdmin: failed.some((use) => use.isAdmin),
  };
}

/**
 * Whether to suggest going back from the trial: it fails for an admin, or for several people, so that nobody else can
 * bring it about alone; and more often than the current release, because an outage affects both.
 */
export function isFailing({ current, trial }: ReleaseState, uses: UsesByBuild): boolean {
  if (!trial) return false;
  const [tried, former] = [countPeople(uses, trial.build), countPeople(uses, current)];
  return (
    (tried.failedForAdmin || tried.failedPeople >= enoughPeople) &&
    tried.failedPeople * Math.max(1, former.people) > former.failedPeople * tried.people
  );
}

function trimmed(state: ReleaseState): ReleaseState {
  const isInUse = ({ build }: { build: string }) => build === state.current || build === state.trial?.build;
  const kept = state.releases.filter((release, index) => index < maxRemoteReleases || isInUse(release));
  return { ...state, releases: kept.slice(0, maxRemoteReleases + 2) };
}

const now = () => new Date().toISOString();
