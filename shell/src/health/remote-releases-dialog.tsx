import { localize, useApi, useApiMutation, userMessageOf } from '@khmer-learning/console-sdk';
import {
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
  formatDigits,
  formatSchoolMinute,
  Heading,
  IconButton,
  Inline,
  RotateCwIcon,
  Select,
  Stack,
  Text,
  type Tone,
  useLanguage,
} from '@khmer-learning/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useMessages } from '../console/messages/messages.ts';
import { type RegisteredRemote, type Registry, remoteLabel } from '../remotes/registry.ts';
import { registryQueryKey } from '../remotes/remotes-context.tsx';
import type { failureOf } from './health.api.ts';

export const releasesQueryKey = ['remote-releases'] as const;

const formatTime = (at: string) => formatSchoolMinute(new Date(at));

const nameOf = ({ version, build }: RemoteRelease) => `${version} (${build})`;

type Translate = ReturnType<typeof useMessages>;

const shares = [1, 5, 10, 25, 50];
/** The shares below 100 % to choose from, and the present one. */
const sharesWith = (present = 0) =>
  [...new Set([...shares, present])]
    .filter((share) => share > 0 && share < 100)
    .toSorted((one, other) => one - other);

interface ReleaseChoiceDialogProps {
  remote: RegisteredRemote;
  releases: RemoteReleases;
  release: RemoteRelease;
  onClose: () => void;
}

function ReleaseChoiceDialog({ remote, releases, release, onClose }: ReleaseChoiceDialogProps) {
  const t = useMessages();
  const api = useApi();
  const queryClient = useQueryClient();
  const [share, setShare] = useState(100);
  const isCurrent = release.build === releases.current;
  const named = { remote: remoteLabel(remote), version: release.version };
  const saving = useApiMutation({
    call: () =>
      api.call(
        remoteReleaseLive,
        { params: { name: remote.name }, body: { build: release.build, share } },
        { version: releases.version },
      ),
    successMessage:
      share === 100
        ? t('releaseChoice.releasedToAll', named)
        : t('releaseChoice.released', { ...named, share }),
    failureMessage: t('releaseChoice.failed'),
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
      title={t('releaseChoice.title', named)}
      description={t('releaseChoice.description')}
      confirmLabel={t('action.release')}
      confirmingLabel={t('releaseChoice.confirming')}
      onConfirm={() => saving.mutateAsync(undefined)}
      describeError={(error) => userMessageOf(error, t('releaseChoice.failed'))}
    >
      <Text size="small">{t('releaseChoice.build', { build: release.build })}</Text>
      {isCurrent ? null : (
        <FormField label={t('releaseChoice.browsers')}>
          <Select
            options={[
              ...sharesWith(releases.trial?.share).map((one) => ({
                value: String(one),
                label: t('releases.share', { share: one }),
              })),
              { value: '100', label: t('releases.allBrowsers') },
            ]}
            value={String(share)}
            onValueChange={(value) => setShare(Number(value))}
          />
        </FormField>
      )}
    </ConfirmDialog>
  );
}

function ReleaseState({ release, releases }: { release: RemoteRelease; releases: RemoteReleases }) {
  const t = useMessages();
  const { current, trial } = releases;
  const stateBadge = (tone: Tone, text: string) => (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  );
  // A trial with all browsers is a release that is live, and can still go back to the former one.
  if (release.build === trial?.build)
    return stateBadge(
      'yellow',
      trial.share === 100 ? t('releaseState.observed') : t('releaseState.trial', { share: trial.share }),
    );
  if (release.build === current) return stateBadge('green', t('releaseState.current'));
  if (release.withdrawn) return stateBadge('red', t('releaseState.withdrawn'));
  return stateBadge('grey', t('releaseState.replaced'));
}

const columnsOf = (releases: RemoteReleases | undefined, t: Translate): readonly Column<RemoteRelease>[] => [
  {
    id: 'version',
    header: t('field.version'),
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
    header: t('field.state'),
    cell: (release) => (releases ? <ReleaseState release={release} releases={releases} /> : null),
  },
  { id: 'live', header: t('releases.firstLive'), cell: ({ liveSince }) => formatTime(liveSince) },
  {
    id: 'people',
    header: t('releases.people'),
    align: 'end',
    cell: ({ people }) => formatDigits(people),
  },
  {
    id: 'failedPeople',
    header: t('releases.failedPeople'),
    align: 'end',
    cell: ({ people, failedPeople }) => (people === 0 ? '-' : formatDigits(failedPeople)),
  },
];

/** What a trial is, for how many people it fails, and the ways out of it. */
function TrialNotice({
  label,
  releases,
  onChoose,
}: {
  label: string;
  releases: RemoteReleases;
  onChoose: (release: RemoteRelease) => void;
}) {
  const t = useMessages();
  const { trial, current } = releases;
  const tried = releases.releases.find(({ build }) => build === trial?.build);
  const former = releases.releases.find(({ build }) => build === current);
  if (!trial || !tried || !former) return null;
  const forAll = trial.share === 100;
  return (
    <Callout
      tone={trial.isFailing ? 'warning' : 'info'}
      title={
        forAll
          ? t('trialNotice.live', { remote: label, version: tried.version })
          : t('trialNotice.trial', { remote: label, version: tried.version, share: trial.share })
      }
    >
      <Stack gap={2}>
        <Text size="small">
          {t('trialNotice.text', {
            at: formatTime(trial.since),
            failed: tried.failedPeople,
            people: tried.people,
          })}
        </Text>
        <Inline>
          <Button size="small" onClick={() => onChoose(tried)}>
            {forAll ? t('trialNotice.keep', { version: tried.version }) : t('trialNotice.releaseToAll')}
          </Button>
          <Button size="small" onClick={() => onChoose(former)}>
            {t('trialNotice.goBack', { version: former.version })}
          </Button>
        </Inline>
      </Stack>
    </Callout>
  );
}

export function FailingTrials({
  remotes,
  registry,
}: {
  remotes: readonly RemoteReleases[];
  registry: Registry | undefined;
}) {
  const [chosen, setChosen] = useState<{ name: string; release: RemoteRelease }>();
  const failing = remotes.flatMap((releases) => {
    const remote = registry?.remotes.find(({ name }) => name === releases.name);
    return remote && releases.trial?.isFailing ? [{ remote, releases }] : [];
  });
  return failing.map(({ remote, releases }) => (
    <Fragment key={remote.name}>
      <TrialNotice
        label={remoteLabel(remote)}
        releases={releases}
        onChoose={(release) => setChosen({ name: remote.name, release })}
      />
      {chosen?.name === remote.name ? (
        <ReleaseChoiceDialog
          remote={remote}
          releases={releases}
          release={chosen.release}
          onClose={() => setChosen(undefined)}
        />
      ) : null}
    </Fragment>
  ));
}

function RemoteFlags({ remote, releases }: { remote: RegisteredRemote; releases: RemoteReleases }) {
  const t = useMessages();
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
    successMessage: (_result, { flag }) => t('remoteFlags.changed', { flag }),
    failureMessage: ({ flag }) => t('remoteFlags.changeFailed', { flag }),
    invalidates: [releasesQueryKey, registryQueryKey],
  });
  if (declared.length === 0) return null;
  return (
    <Stack gap={3}>
      <Heading level={3}>{t('remoteFlags.title')}</Heading>
      {declared.map(([flag, { default: isOn, description }]) => {
        const share = releases.flags[flag];
        const options = [
          { value: 'default', label: isOn ? t('remoteFlags.defaultOn') : t('remoteFlags.defaultOff') },
          { value: '0', label: t('remoteFlags.off') },
          ...sharesWith(share).map((one) => ({
            value: String(one),
            label: t('remoteFlags.onForShare', { share: one }),
          })),
          { value: '100', label: t('remoteFlags.on') },
        ];
        return (
          <FormField
            key={flag}
            label={flag}
            hint={description && localize(description, language, formatDigits)}
          >
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
  releases: RemoteReleases | undefined;
  isLoading: boolean;
  error: ReturnType<typeof failureOf>;
  onClose: () => void;
}

/** The releases of a remote with the people who used them, its trial, and its feature flags. */
export function RemoteReleasesDialog({
  remote,
  releases,
  isLoading,
  error,
  onClose,
}: RemoteReleasesDialogProps) {
  const t = useMessages();
  const [chosen, setChosen] = useState<RemoteRelease>();
  const label = remoteLabel(remote);
  const rows = releases?.releases ?? (isLoading ? undefined : []);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="large"
      title={t('label.releasesOf', { remote: label })}
      description={t('releases.description')}
    >
      <Stack gap={5}>
        {releases ? <TrialNotice label={label} releases={releases} onChoose={setChosen} /> : null}
        <DataTable
          caption={t('label.releasesOf', { remote: label })}
          columns={columnsOf(releases, t)}
          rows={rows}
          rowKey={({ build }) => build}
          rowName={nameOf}
          skeletonRows={3}
          empty={<EmptyState title={t('releases.empty')} hint={t('releases.emptyHint')} />}
          error={error}
          actions={(release) =>
            release.build === releases?.current && releases.trial === null ? null : (
              <IconButton
                size="small"
                label={t('releases.releaseBuild', { release: nameOf(release) })}
                tooltip={t('action.release')}
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
