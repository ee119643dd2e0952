import { isContractSupported } from '@khmer-learning/console-sdk';
import type { RemoteReleases } from '@khmer-learning/contracts';
import {
  Badge,
  Card,
  ClockIcon,
  type Column,
  DataTable,
  EmptyState,
  IconButton,
  InboxIcon,
  Text,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../console/messages/messages.ts';
import { type RegisteredRemote, type Registry, remoteLabel } from '../remotes/registry.ts';
import type { MissingExport, RemoteState } from '../remotes/remote-loader.ts';
import { useRemoteLoader } from '../remotes/remotes-context.tsx';
import { failureOf } from './health.api.ts';
import { RemoteReleasesDialog } from './remote-releases-dialog.tsx';

interface RemoteHealth {
  readonly remote: RegisteredRemote;
  readonly missing: readonly MissingExport[];
  readonly state: RemoteState;
  readonly releases: RemoteReleases | undefined;
  readonly extensionProblems: readonly string[];
}

const tones = { 'not loaded': 'grey', loading: 'greyBlue', loaded: 'green', failed: 'red' } as const;
const stateMessages = {
  'not loaded': 'remoteHealth.stateNotLoaded',
  loading: 'remoteHealth.stateLoading',
  loaded: 'remoteHealth.stateLoaded',
  failed: 'remoteHealth.stateFailed',
} as const;
type Translate = ReturnType<typeof useMessages>;

function RemoteStateBadge({ remote, state }: Pick<RemoteHealth, 'remote' | 'state'>) {
  const t = useMessages();
  if (remote.disabled) return <Badge dot>{t('remoteHealth.disabled')}</Badge>;
  return (
    <Badge tone={tones[state.status]} dot>
      {t(stateMessages[state.status])}
    </Badge>
  );
}

function problemsOf({ remote, missing, state, extensionProblems }: RemoteHealth, t: Translate): string[] {
  const { manifest, problem, warnings } = remote;
  const problems: string[] = [];
  if (problem !== undefined) problems.push(translateServerMessage(problem));
  else if (manifest === null) problems.push(t('remoteHealth.unreadable'));
  else if (!isContractSupported(manifest.contract))
    problems.push(t('remoteHealth.requiresConsole', { contract: manifest.contract }));
  problems.push(...missing.map((one) => t('remoteHealth.uses', one)));
  problems.push(...warnings);
  if (state.status === 'failed') problems.push(state.error);
  problems.push(...extensionProblems);
  if (state.status === 'loaded' && manifest !== null && state.build !== manifest.build)
    problems.push(t('remoteHealth.staysInUse', { build: state.build ?? '' }));
  return problems;
}

function Lines({ lines }: { lines: readonly string[] }): ReactNode {
  if (lines.length === 0) return '-';
  return lines.map((line) => (
    <Text key={line} as="div" size="small">
      {line}
    </Text>
  ));
}

const columnsOf = (t: Translate): readonly Column<RemoteHealth>[] => [
  {
    id: 'remote',
    header: t('remoteHealth.remote'),
    main: true,
    cell: ({ remote }) => <Text strong>{remoteLabel(remote)}</Text>,
  },
  {
    id: 'version',
    header: t('field.version'),
    cell: ({ remote: { manifest, overridden }, releases }) => (
      <>
        {manifest === null
          ? '-'
          : overridden
            ? t('remoteHealth.override', { version: manifest.version })
            : manifest.version}
        {releases?.trial && releases.trial.share < 100 ? (
          <>
            {' '}
            <Badge tone="yellow" dot>
              {t('releaseState.trial', { share: releases.trial.share })}
            </Badge>
          </>
        ) : null}
      </>
    ),
  },
  { id: 'build', header: t('remoteHealth.build'), cell: ({ remote }) => remote.manifest?.build ?? '-' },
  {
    id: 'contract',
    header: t('remoteHealth.contract'),
    cell: ({ remote }) => remote.manifest?.contract ?? '-',
  },
  { id: 'state', header: t('field.state'), cell: (health) => <RemoteStateBadge {...health} /> },
  {
    id: 'problems',
    header: t('remoteHealth.problems'),
    cell: (health) => <Lines lines={problemsOf(health, t)} />,
  },
];

interface RemoteHealthTableProps {
  registry: UseQueryResult<Registry>;
  releases: UseQueryResult<{ remotes: readonly RemoteReleases[] }>;
}

/** Each remote of the registry: its current release, and its state in this page. */
export function RemoteHealthTable({ registry, releases }: RemoteHealthTableProps) {
  const t = useMessages();
  const loader = useRemoteLoader();
  const [opened, setOpened] = useState<string>();
  const releasesOf = (remote: RegisteredRemote) =>
    releases.data?.remotes.find(({ name }) => name === remote.name);
  const shown = registry.data?.remotes.find(({ name }) => name === opened);
  const rows = registry.data?.remotes.map((remote) => ({
    remote,
    missing: loader.missingExports(remote),
    state: loader.stateOf(remote.name),
    releases: releasesOf(remote),
    extensionProblems: loader.extensionProblems(remote.name),
  }));
  return (
    <Card title={t('remoteHealth.title')} flush>
      <DataTable
        caption={t('remoteHealth.title')}
        columns={columnsOf(t)}
        rows={rows}
        rowKey={({ remote }) => `${remote.name} ${remote.problem ?? ''}`}
        rowName={({ remote }) => remoteLabel(remote)}
        skeletonRows={4}
        actions={({ remote }) =>
          remote.entry === '' ? null : (
            <IconButton
              size="small"
              label={t('label.releasesOf', { remote: remoteLabel(remote) })}
              tooltip={t('remoteHealth.releases')}
              icon={<ClockIcon aria-hidden="true" />}
              onClick={() => setOpened(remote.name)}
            />
          )
        }
        empty={<EmptyState icon={<InboxIcon aria-hidden="true" />} title={t('remoteHealth.empty')} />}
        error={failureOf(registry, t('remoteHealth.failed'))}
      />
      {shown === undefined ? null : (
        <RemoteReleasesDialog
          remote={shown}
          releases={releasesOf(shown)}
          isLoading={releases.isPending}
          error={failureOf(releases, t('releases.failed'))}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  );
}
