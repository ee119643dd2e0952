import type {
  ListedRemote,
  RemoteRegistryProblem,
  RemoteReleases as RemoteReleasesView,
} from '@khmer-learning/contracts';
import { ApiError, createAuditRecord, type Logger, staleVersion } from '@khmer-learning/service-kit';
import { z } from 'zod';
import { lookWhenAsked } from '../registry/look-when-asked.ts';
import { entryOfBuild, type RawRemoteManifest, type RemoteRegistry } from '../registry/remote-registry.ts';
import { problemOfRelease } from './release-fit.ts';
import {
  afterFlag,
  afterLive,
  afterOffer,
  afterPassedTrial,
  countPeople,
  describeRelease,
  firstState,
  isFailing,
  isInShare,
  isServed,
  type OfferedRelease,
  type ReleaseState,
  type ReleaseUse,
  releaseOf,
  type UsesByBuild,
  withRecord,
} from './release-state.ts';
import { type ReleaseStore, StaleRevisionError, type Stored } from './release-store.ts';

/** A known release must be offered so often in a row: while hosts are replaced, old and new ones answer in turn. */
const steadyOffers = 2;
/** For a day, the notice of a release that all browsers have offers to go back to the former one. */
const fullTrialMs = 24 * 60 * 60_000;
/** How often the manifests of releases in use are read again. */
const recheckMs = 10_000;
/** Files that cannot be read so often in a row, while others of the same remote can, are gone. */
const maxRecheckFailures = 3;
/** People who are counted per release. */
const maxPeople = 200;

/** Who caused a change. */
type ReleaseChangeCause = Parameters<typeof createAuditRecord>[2];
const bySystem: ReleaseChangeCause = { actor: null, requestId: null, address: null };

/** Decides which release of each remote a browser gets, and keeps their history. */
export type RemoteReleases = ReturnType<typeof startRemoteReleases>;

interface ReleaseChange {
  readonly remote: string;
  /** The revision on which the change is based. */
  readonly expected: number;
  readonly cause: ReleaseChangeCause;
}

const offeredManifestSchema = z.object({
  build: z.string().min(1).max(200),
  version: z.string().min(1).max(100),
});
const flagsSchema = z.object({ flags: z.record(z.string(), z.unknown()) });

/** Starts to follow the registry and the browsers' reports. Without NATS, browsers get what they got before. */
export function startRemoteReleases(options: {
  readonly registry: RemoteRegistry;
  readonly store: ReleaseStore;
  /** Reads the contract's version of the console that this gateway serves; undefined without one. */
  readonly readContract: () => Promise<string | undefined>;
  readonly logger: Logger;
}) {
  const { registry, store, readContract, logger } = options;
  /** Manifests of releases in use, by entry, with the number of failures to read them again. */
  const manifests = new Map<string, { manifest: RawRemoteManifest; failures: number }>();
  const offers = new Map<string, { key: string; times: number }>();
  const pendingUses = new Map<string, UsesByBuild>();
  /** Why the release that the registry offers is not given out, by remote. */
  const unfit = new Map<string, string>();
  let contract: string | undefined;
  let recheckedAt = Number.NEGATIVE_INFINITY;

  async function readRelease(
    remote: string,
    { build, entry }: Pick<OfferedRelease, 'build' | 'entry'>,
  ): Promise<RawRemoteManifest | undefined> {
    const manifest = await registry.readManifest(remote, entry).catch(() => undefined);
    return manifest?.name === remote && manifest.build === build ? manifest : undefined;
  }

  /** The manifest of a release that browsers can load now; undefined if they cannot. */
  async function loadableManifest(
    remote: string,
    release: OfferedRelease | undefined,
  ): Promise<RawRemoteManifest | undefined> {
    if (!release) return undefined;
    const listed = registry.list().remotes.find(({ name }) => name === remote);
    if (listed?.entry === release.entry && listed.manifest?.build === release.build) return listed.manifest;
    return readRelease(remote, release);
  }

  /** The manifests that browsers get of the other remotes. */
  function manifestsOfOthers(remote: string): RawRemoteManifest[] {
    return registry.list().remotes.flatMap((listed) => {
      const state = store.find(listed.name)?.value;
      if (listed.name === remote || !state) return [];
      const builds = state.trial ? [state.current, state.trial.build] : [state.current];
      return builds
        .map((build) => manifestOf(listed, state, build)?.manifest)
        .filter((manifest) => manifest !== undefined);
    });
  }
  const problemOf = (remote: string, manifest: RawRemoteManifest) =>
    problemOfRelease(manifest, { contract, others: manifestsOfOthers(remote) });

  /** The release that the registry lists, by the entry of that build alone if it has one. */
  async function toOffer({ name, entry, manifest }: ListedRemote): Promise<OfferedRelease | undefined> {
    const { data } = offeredManifestSchema.safeParse(manifest);
    if (!data || entry === undefined) return undefined;
    const { build, version } = data;
    const own = entryOfBuild(entry, build);
    const hasOwn = own !== undefined && (await readRelease(name, { build, entry: own })) !== undefined;
    return { build, version, entry: hasOwn ? own : entry };
  }

  /** Records a release that the registry offers newly. */
  async function observe(listed: ListedRemote): Promise<void> {
    const { name, entry, manifest, problem } = listed;
    unfit.delete(name);
    if (problem !== undefined || entry === undefined) return;
    const state = store.find(name)?.value;
    const build = String(manifest?.build);
    const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
    if (state?.offered.build === build && state.offered.entry.startsWith(folder)) {
      offers.delete(name);
      return;
    }
    const refusal = manifest && problemOf(name, manifest);
    if (refusal !== undefined) {
      unfit.set(name, refusal);
      return;
    }
    const key = `${entry} ${build}`;
    const last = offers.get(name);
    const times = last?.key === key ? last.times + 1 : 1;
    offers.set(name, { key, times });
    const isKnown = state !== undefined && releaseOf(state, build) !== undefined;
    if (isKnown && times < steadyOffers && manifestOf(listed, state, state.current)) return;
    const offered = await toOffer(listed);
    if (!offered) return;
    const canGoBack =
      state !== undefined && (await loadableManifest(name, releaseOf(state, state.current))) !== undefined;
    const share = registry.shareOf(name);
    await store.update(name, (stored) => {
      if (!stored) return firstState(offered);
      if (stored.offered.build === offered.build && stored.offered.entry === offered.entry) return undefined;
      const next = afterOffer(stored, offered, { share, canGoBack });
      if (next.current === stored.current && next.trial?.build === stored.trial?.build) return next;
      const detail = `${describeRelease(next, build)} released to ${next.trial?.share ?? 100} % of browsers`;
      return recorded(next, name, 'release', detail, bySystem);
    });
  }

  /** Ends a trial that all browsers have had for long enough. */
  async function endTrial(name: string, { value: { trial } }: Stored<ReleaseState>): Promise<void> {
    if (trial?.share !== 100 || Date.now() - Date.parse(trial.since) <= fullTrialMs) return;
    await store.update(name, (stored) =>
      stored?.trial?.build === trial.build && stored.trial.since === trial.since
        ? afterPassedTrial(stored)
        : undefined,
    );
  }

  /** Keeps the manifests of the releases in use that the registry does not list itself. */
  async function refreshManifests(): Promise<void> {
    const inUse = new Map<string, { remote: string; release: OfferedRelease }>();
    for (const [remote, { value: state }] of store.all())
      for (const build of [state.current, state.trial?.build]) {
        const release = build === undefined ? undefined : releaseOf(state, build);
        if (release) inUse.set(`${remote} ${build}`, { remote, release });
      }
    for (const key of manifests.keys()) if (!inUse.has(key)) manifests.delete(key);
    const isRecheck = performance.now() - recheckedAt >= recheckMs;
    if (isRecheck) recheckedAt = performance.now();
    await Promise.all(
      [...inUse].map(async ([key, { remote, release }]) => {
        const known = manifests.get(key);
        if (known && known.failures === 0 && !isRecheck) return;
        const manifest = await readRelease(remote, release);
        if (manifest) manifests.set(key, { manifest, failures: 0 });
        else if (known && (await canReadRegistered(remote))) {
          known.failures += 1;
          if (known.failures >= maxRecheckFailures) manifests.delete(key);
        }
      }),
    );
  }

  async function canReadRegistered(remote: string): Promise<boolean> {
    const entry = registry.list().remotes.find(({ name }) => name === remote)?.entry;
    if (entry === undefined) return false;
    return registry.readManifest(remote, entry).then(
      () => true,
      () => false,
    );
  }

  /** Where a browser loads a build from; undefined when it cannot. */
  function manifestOf(
    listed: ListedRemote,
    state: ReleaseState,
    build: string,
  ): Pick<ListedRemote, 'entry' | 'manifest'> | undefined {
    const release = releaseOf(state, build);
    const known = manifests.get(`${listed.name} ${build}`);
    if (release && known) return { entry: release.entry, manifest: known.manifest };
    return listed.manifest?.build === build ? { entry: listed.entry, manifest: listed.manifest } : undefined;
  }

  async function flushUses(): Promise<void> {
    for (const [remote, added] of [...pendingUses]) {
      pendingUses.delete(remote);
      const state = store.find(remote)?.value;
      // Uses that cannot be stored are lost: they lead to a suggestion only, and memory stays bounded.
      await store
        .updateUses(remote, (known) => {
          const kept = Object.entries(merged(known, added)).filter(
            ([build]) => state && releaseOf(state, build),
          );
          return Object.fromEntries(kept);
        })
        .catch(() => undefined);
    }
  }

  let running: Promise<void> | undefined;
  function update(): void {
    if (running || !store.isLoaded()) return;
    running = (async () => {
      await flushUses();
      contract = await readContract();
      for (const listed of registry.list().remotes) await observe(listed);
      await refreshManifests();
      for (const [name, stored] of [...store.all()]) await endTrial(name, stored);
    })()
      // NATS is away. The next look tries again.
      .catch((error: unknown) => logger.debug({ err: error }, 'The releases of remotes could not be updated'))
      .finally(() => {
        running = undefined;
      });
  }
  const looks = lookWhenAsked(update);

  function view(name: string, { value, revision }: Stored<ReleaseState>): RemoteReleasesView {
    const uses = store.uses(name);
    const { current, trial, flags } = value;
    return {
      name,
      version: revision,
      current,
      trial: trial && { ...trial, isFailing: isFailing(value, uses) },
      releases: value.releases.map(({ build, version, liveSince, withdrawn }) => {
        const { people, failedPeople } = countPeople(uses, build);
        return { build, version, liveSince, withdrawn, people, failedPeople };
      }),
      flags,
    };
  }

  async function changeByAdmin(
    { remote, expected }: ReleaseChange,
    change: (state: ReleaseState) => ReleaseState,
  ): Promise<RemoteReleasesView> {
    if (!store.find(remote)) throw new ApiError(404, 'Remote not found');
    try {
      const stored = await store.update(remote, (state) => state && change(state), expected);
      if (!stored) throw new ApiError(404, 'Remote not found');
      await refreshManifests();
      return view(remote, stored);
    } catch (error) {
      if (error instanceof StaleRevisionError) throw staleVersion('remote');
      if (error instanceof ApiError) throw error;
      logger.warn({ err: error }, 'A change of a remote’s releases could not be stored');
      throw new ApiError(503, 'The change could not be saved. Try again.', { retryAfter: 1 });
    }
  }

  function serve(listed: ListedRemote, browserId: string): ListedRemote {
    const { name, entry } = listed;
    const refusal = unfit.get(name);
    const offered = refusal === undefined ? listed : { name, entry, problem: refusal };
    const state = store.find(name)?.value;
    if (!state || entry === undefined) return offered;
    const { current, trial } = state;
    const onTrial = trial && isInShare(browserId, `${name} ${trial.build}`, trial.share);
    const builds = onTrial ? [trial.build, current] : [current, trial?.build ?? current];
    const found = builds.map((build) => manifestOf(listed, state, build)).find((one) => one !== undefined);
    const flags = Object.fromEntries(
      Object.entries(state.flags).map(([flag, share]) => [
        flag,
        isInShare(browserId, `${name} ${flag}`, share),
      ]),
    );
    return {
      ...(found ? { name, ...found } : offered),
      ...(Object.keys(flags).length === 0 ? {} : { flags }),
    };
  }

  return {
    /** The remotes of the registry, each with the release and the flags for this browser. */
    listFor(browserId: string): ListedRemote[] {
      looks.ask();
      return registry.list().remotes.map((listed) => serve(listed, browserId));
    },
    /** Why new releases are not given out, while their remotes keep the former ones. */
    problems: (): RemoteRegistryProblem[] => [...unfit].map(([name, problem]) => ({ name, problem })),
    /** Whether browsers get different releases or flags, so that they need an id. */
    hasShares: (): boolean =>
      [...store.all().values()].some(({ value: { trial, flags } }) =>
        [trial?.share ?? 0, ...Object.values(flags)].some((share) => share > 0 && share < 100),
      ),
    /** The other origins from which releases in use are loaded. */
    origins(): string[] {
      const entries = [...store.all().values()].flatMap(({ value }) =>
        value.releases
          .filter(({ build }) => build === value.current || build === value.trial?.build)
          .map(({ entry }) => entry),
      );
      const origins = entries.flatMap((entry) => URL.parse(entry)?.origin ?? []);
      return [...new Set([...registry.origins(), ...origins])];
    },
    /** The version of a known release; undefined for any other. */
    versionOf(remote: string, build: string): string | undefined {
      const state = store.find(remote)?.value;
      return state && releaseOf(state, build)?.version;
    },
    /** Counts that a release worked or failed for a person, once for each; only if their browser gets this release. */
    count(use: ReleaseUse & { remote: string; build: string; browserId: string; userId: number }): void {
      const { remote, build, browserId, userId, isAdmin, failed } = use;
      const state = store.find(remote)?.value;
      if (!state || !isServed(state, remote, build, browserId)) return;
      const pending = pendingUses.get(remote) ?? {};
      const people = { ...store.uses(remote)[build], ...pending[build] };
      const known = people[userId];
      if (known ? known.failed || !failed : Object.keys(people).length >= maxPeople) return;
      pendingUses.set(remote, merged(pending, { [build]: { [userId]: { isAdmin, failed } } }));
    },
    /** All remotes whose releases are known, by name. */
    describe(): RemoteReleasesView[] {
      looks.ask();
      return [...store.all()].map(([name, stored]) => view(name, stored));
    },
    /** @throws ApiError 400, 404, 409 (`stale_version`), 422 when its files are gone or it does not fit, 503 without NATS */
    async setLive(change: ReleaseChange & { build: string; share: number }): Promise<RemoteReleasesView> {
      const { remote, build, share, cause } = change;
      const state = store.find(remote)?.value;
      const release = state && releaseOf(state, build);
      if (release) {
        const manifest = await loadableManifest(remote, release);
        if (!manifest) throw new ApiError(422, 'The files of this release are no longer available');
        const refusal = problemOf(remote, manifest);
        if (refusal !== undefined) throw new ApiError(422, refusal);
      }
      return changeByAdmin(change, (stored) => {
        const next = afterLive(stored, { build, share });
        if (next === stored) return stored;
        const { trial, current } = stored;
        const former = trial && trial.build !== build ? trial.build : current;
        const detail = `${describeRelease(next, build)} given to ${share} % of browsers, instead of ${describeRelease(stored, former)}`;
        return recorded(next, remote, 'release', detail, cause);
      });
    },
    /** @throws ApiError 400, 404, 409 (`stale_version`), 503 without NATS */
    async setFlag(
      change: ReleaseChange & { flag: string; share: number | null },
    ): Promise<RemoteReleasesView> {
      const { remote, flag, share, cause } = change;
      const listed = registry.list().remotes.find(({ name }) => name === remote);
      const state = store.find(remote)?.value;
      const known = [listed?.manifest, ...[...manifests.values()].map(({ manifest }) => manifest)].some(
        (manifest) =>
          manifest?.name === remote && Object.hasOwn(flagsSchema.safeParse(manifest).data?.flags ?? {}, flag),
      );
      if (!known && !(state && Object.hasOwn(state.flags, flag)))
        throw new ApiError(404, 'No release in use has this flag');
      return changeByAdmin(change, (stored) => {
        const detail =
          share === null ? `${flag} has its default` : `${flag} is on for ${share} % of browsers`;
        return recorded(afterFlag(stored, flag, share), remote, 'flags', detail, cause);
      });
    },
    async stop(): Promise<void> {
      looks.stop();
      await running;
      await flushUses();
      store.stop();
    },
  };
}

/** The state with the audit record of the change that led to it. */
function recorded(
  state: ReleaseState,
  remote: string,
  field: 'release' | 'flags',
  detail: string,
  cause: ReleaseChangeCause,
): ReleaseState {
  const input = { action: 'updated', id: remote, title: remote, fields: [field], detail } as const;
  return withRecord(state, createAuditRecord({ service: 'gateway', entity: 'remote' }, input, cause));
}

/** Both together; for whom a release failed once, it has failed. */
function merged(one: UsesByBuild, other: UsesByBuild): UsesByBuild {
  const result = { ...one };
  for (const [build, people] of Object.entries(other)) {
    const known = { ...result[build] };
    for (const [id, use] of Object.entries(people))
      known[id] = { ...use, failed: use.failed || known[id]?.failed === true };
    result[build] = known;
  }
  return result;
}
