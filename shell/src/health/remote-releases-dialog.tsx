import { localize, useApi, useApiMutation, userMessageOf } from '@khmer-learning/console-sdk';
import {
  formatErrorRate,
  type RemoteRelease,
  type RemoteReleases,
  remoteFlagSet,
  remoteReleaseLive,
} from '@khmer-learning/contracts';
import {
  Badge,
  Button,
  Callout,
  type Column,
  ConfirmDialog,
  DataTable,
  Dialog,
  EmptyState,
  FormField,
  formatSchoolMinute,
  Heading,
  IconButton,
  Inline,
  RotateCwIcon,
  Select,
  Stack,
  Text,
  useLanguage,
} from '@khmer-learning/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RegisteredRemote, type Registry, remoteLabel } from '../remotes/registry.ts';
import { registryQueryKey } from '../remotes/remotes-context.tsx';

/** Query key of the releases of all remotes. */
export const releasesQueryKey = ['remote-releases'] as const;

const formatTime = (at: string) => formatSchoolMinute(new Date(at));

/** `1.4.0 (a1b2c3)`. */
const nameOf = ({ version, build }: RemoteRelease) => `${version} (${build})`;

/** Says which releases were withdrawn automatically, until a newer one is live. */
export function WithdrawnNotices({
  remotes,
  registry,
}: {
  remotes: readonly RemoteReleases[];
  registry: Registry | undefined;
}) {
  return remotes.map(({ name, releases: [newest] }) => {
    if (newest === undefined || newest.withdrawn === null || newest.withdrawn.reason === null) return null;
    const remote = registry?.remotes.find((one) => one.name === name);
    return (
      <Callout
        key={name}
        tone="warning"
        title={`${remote ? remoteLabel(remote) : name} ${newest.version} was withdrawn automatically`}
      >
        {formatTime(newest.withdrawn.at)}: {newest.withdrawn.reason}.
      </Callout>
    );
  });
}

const shares = [1, 5, 10, 25, 50];
/** The shares to choose from, and the present one. */
const shareOptions = (present?: number) =>
  [...new Set([...shares, present ?? 0])]
    .filter((share) => share > 0 && share < 100)
    .toSorted((one, other) => one - other)
    .map((share) => ({ value: String(share), label: `${share} % of browsers` }))
    .concat({ value: '100', label: 'All browsers' });

interface ReleaseChoiceDialogProps {
  remote: RegisteredRemote;
  releases: RemoteReleases;
  release: RemoteRelease;
  onClose: () => void;
}

/** Asks which browsers get a release, and gives it to them. */
function ReleaseChoiceDialog({ remote, releases, release, onClose }: ReleaseChoiceDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [share, setShare] = useState(100);
  const isCurrent = release.build === releases.current;
  const saving = useApiMutation({
    call: () =>
      api.call(
        remoteReleaseLive,
        { params: { name: remote.name }, body: { build: release.build, share } },
        { version: releases.version },
      ),
    successMessage: `${remoteLabel(remote)} ${release.version} released to ${share === 100 ? 'all browsers' : `${share} % of browsers`}`,
    failureMessage: 'Failed to change the release',
    invalidates: [releasesQueryKey, registryQueryKey],
    onError: () => {
      // The dialog shows the error. The next attempt is based on the present state.
      void queryClient.invalidateQueries({ queryKey: releasesQueryKey });
      return true;
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Release ${remoteLabel(remote)} ${release.version}?`}
      description="Open consoles keep what they have loaded, and offer Refresh within a minute."
      confirmLabel="Release"
      confirmingLabel="Releasing..."
      onConfirm={() => saving.mutateAsync(undefined)}
      describeError={(error) =>
        userMessageOf(error instanceof Error ? error : new Error(), 'Failed to change the release')
      }
    >
      <Text size="small">Build {release.build}</Text>
      {isCurrent ? null : (
        <FormField label="Browsers">
          <Select
            options={shareOptions(releases.trial?.share)}
            value={String(share)}
            onValueChange={(value) => setShare(Number(value))}
          />
        </FormField>
      )}
    </ConfirmDialog>
  );
}

/** A trial with all browsers is a release that is live, and still compared with the former one. */
const trialLabel = (share: number) => (share === 100 ? 'Live, observed' : `Trial at ${share} %`);

function ReleaseState({ release, releases }: { release: RemoteRelease; releases: RemoteReleases }) {
  const { current, trial } = releases;
  if (release.build === trial?.build)
    return (
      <Badge tone="yellow" dot>
        {trialLabel(trial.share)}
      </Badge>
    );
  if (release.build === current)
    return (
      <Badge tone="green" dot>
        Current
      </Badge>
    );
  if (release.withdrawn)
    return (
      <Badge tone="red" dot>
        Withdrawn
      </Badge>
    );
  return <Badge dot>Replaced</Badge>;
}

const columnsOf = (releases: RemoteReleases | undefined): readonly Column<RemoteRelease>[] => [
  {
    id: 'version',
    header: 'Version',
    main: true,
    cell: ({ version, build }) => (
      <>
        <Text strong>{version}</Text>
        <Text size="small" muted style={{ overflowWrap: 'anywhere' }}>
          {build}
        </Text>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: (release) => (
      <>
        {releases ? <ReleaseState release={release} releases={releases} /> : null}
        {release.withdrawn?.reason ? <Text size="small">{release.withdrawn.reason}</Text> : null}
      </>
    ),
  },
  { id: 'live', header: 'First live', cell: ({ liveSince }) => formatTime(liveSince) },
  { id: 'pageLoads', header: 'Page loads', align: 'end', cell: ({ pageLoads }) => pageLoads },
  {
    id: 'errorRate',
    header: 'Error rate',
    align: 'end',
    cell: (release) => (release.pageLoads === 0 ? '-' : formatErrorRate(release)),
  },
];

/** What a trial is, and the ways out of it. */
function TrialNotice({
  releases,
  onChoose,
}: {
  releases: RemoteReleases;
  onChoose: (release: RemoteRelease) => void;
}) {
  const { trial, current } = releases;
  const tried = releases.releases.find(({ build }) => build === trial?.build);
  const former = releases.releases.find(({ build }) => build === current);
  if (!trial || !tried || !former) return null;
  const forAll = trial.share === 100;
  return (
    <Callout
      title={
        forAll
          ? `${tried.version} is live for all browsers`
          : `${tried.version} is on trial at ${trial.share} % of browsers`
      }
    >
      <Stack gap={2}>
        <Text size="small">
          Since {formatTime(trial.since)}. If its error rate is clearly higher than that of {former.version}
          {forAll ? ' within a day' : ''}, browsers get {former.version} again automatically.
        </Text>
        <Inline>
          <Button size="small" onClick={() => onChoose(tried)}>
            {forAll ? `Keep ${tried.version}` : 'Release to all'}
          </Button>
          <Button size="small" onClick={() => onChoose(former)}>
            Go back to {former.version}
          </Button>
        </Inline>
      </Stack>
    </Callout>
  );
}

interface RemoteFlagsProps {
  remote: RegisteredRemote;
  releases: RemoteReleases;
}

/** The feature flags of the remote's manifest, with a choice for each. */
function RemoteFlags({ remote, releases }: RemoteFlagsProps) {
  const api = useApi();
  const { language } = useLanguage();
  const declared = Object.entries(remote.manifest?.flags ?? {});
  const saving = useApiMutation({
    call: ({ flag, share }: { flag: string; share: number | null }) =>
      api.call(
        remoteFlagSet,
        { params: { name: remote.name, flag }, body: { share } },
        { version: releases.version },
      ),
    successMessage: (_result, { flag }) => `Flag ${flag} changed successfully`,
    failureMessage: ({ flag }) => `Failed to change flag ${flag}`,
    invalidates: [releasesQueryKey, registryQueryKey],
  });
  if (declared.length === 0) return null;
  return (
    <Stack gap={3}>
      <Heading level={3}>Feature flags</Heading>
      {declared.map(([flag, { default: isOn, description }]) => {
        const share = releases.flags[flag];
        const options = [
          { value: 'default', label: `Default (${isOn ? 'on' : 'off'})` },
          { value: '0', label: 'Off' },
          ...shareOptions(share).map(({ value, label }) => ({
            value,
            label: value === '100' ? 'On' : `On for ${label}`,
          })),
        ];
        return (
          <FormField key={flag} label={flag} hint={description && localize(description, language)}>
            <Select
              options={options}
              value={share === undefined ? 'default' : String(share)}
              disabled={saving.isPending}
              onValueChange={(value) =>
                saving.mutate({ flag, share: value === 'default' ? null : Number(value) })
              }
            />
          </FormField>
        );
      })}
    </Stack>
  );
}

export interface RemoteReleasesDialogProps {
  remote: RegisteredRemote;
  /** Undefined while they are not known. */
  releases: RemoteReleases | undefined;
  isLoading: boolean;
  /** Why they could not be loaded. */
  error: Error | null;
  onRetry: () => void;
  onClose: () => void;
}

/** The releases of a remote with their error rates, its trial, and its feature flags. */
export function RemoteReleasesDialog({
  remote,
  releases,
  isLoading,
  error,
  onRetry,
  onClose,
}: RemoteReleasesDialogProps) {
  const [chosen, setChosen] = useState<RemoteRelease>();
  const label = remoteLabel(remote);
  const rows = releases?.releases ?? (isLoading ? undefined : []);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="large"
      title={`Releases of ${label}`}
      description="What browsers have loaded, and in how many of the pages it failed."
    >
      <Stack gap={5}>
        {releases ? <TrialNotice releases={releases} onChoose={setChosen} /> : null}
        <DataTable
          caption={`Releases of ${label}`}
          columns={columnsOf(releases)}
          rows={rows}
          rowKey={({ build }) => build}
          rowName={nameOf}
          skeletonRows={3}
          empty={<EmptyState title="No releases known yet" hint="A release is recorded once it is live." />}
          error={
            error === null
              ? undefined
              : {
                  title: 'The releases could not be loaded',
                  message: userMessageOf(error, 'The server did not respond.'),
                  onRetry,
                }
          }
          actions={(release) =>
            release.build === releases?.current && releases.trial === null ? null : (
              <IconButton
                size="small"
                label={`Release ${nameOf(release)}`}
                tooltip="Release"
                icon={<RotateCwIcon aria-hidden="true" />}
                onClick={() => setChosen(release)}
              />
            )
          }
        />
        {releases ? <RemoteFlags remote={remote} releases={releases} /> : null}
      </Stack>
      {chosen && releases ? (
        <ReleaseChoiceDialog
          remote={remote}
          releases={releases}
          release={chosen}
          onClose={() => setChosen(undefined)}
        />
      ) : null}
    </Dialog>
  );
}
