import { isContractSupported, userMessageOf } from '@khmer-learning/console-sdk';
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
} from '@khmer-learning/ui-kit';
import { type ReactNode, useState } from 'react';
import { type RegisteredRemote, type Registry, remoteLabel } from '../remotes/registry.ts';
import type { RemoteState } from '../remotes/remote-loader.ts';
import { useRemoteLoader } from '../remotes/remotes-context.tsx';
import { RemoteReleasesDialog } from './remote-releases-dialog.tsx';

interface RemoteHealth {
  readonly remote: RegisteredRemote;
  /** What it uses and this console does not have. */
  readonly missing: readonly string[];
  readonly state: RemoteState;
  /** Undefined until they are known. */
  readonly releases: RemoteReleases | undefined;
  /** What failed of its extensions. */
  readonly extensionProblems: readonly string[];
}

const tones = { 'not loaded': 'grey', loading: 'greyBlue', loaded: 'green', failed: 'red' } as const;
const stateLabels = {
  'not loaded': 'Not loaded',
  loading: 'Loading',
  loaded: 'Loaded',
  failed: 'Failed',
} as const;

function RemoteStateBadge({ remote, state }: Pick<RemoteHealth, 'remote' | 'state'>) {
  if (remote.disabled) return <Badge dot>Disabled</Badge>;
  return (
    <Badge tone={tones[state.status]} dot>
      {stateLabels[state.status]}
    </Badge>
  );
}

/** All known problems of a remote, one text each. */
function problemsOf({ remote, missing, state, extensionProblems }: RemoteHealth): string[] {
  const { manifest, problem, warnings } = remote;
  const problems: string[] = [];
  if (problem !== undefined) problems.push(problem);
  else if (manifest === null) problems.push('This console cannot read the manifest');
  else if (!isContractSupported(manifest.contract)) problems.push(`Requires console ${manifest.contract}`);
  problems.push(...missing.map((name) => `Uses ${name}, which this console does not have`));
  problems.push(...warnings);
  if (state.status === 'failed') problems.push(state.error);
  problems.push(...extensionProblems);
  if (state.status === 'loaded' && manifest !== null && state.build !== manifest.build)
    problems.push(`Build ${state.build} stays in use until the page is refreshed`);
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

const columns: readonly Column<RemoteHealth>[] = [
  {
    id: 'remote',
    header: 'Remote',
    main: true,
    cell: ({ remote }) => <Text strong>{remoteLabel(remote)}</Text>,
  },
  {
    id: 'version',
    header: 'Version',
    cell: ({ remote: { manifest, overridden }, releases }) => (
      <>
        {manifest === null ? '-' : `${manifest.version}${overridden ? ' (override)' : ''}`}
        {releases?.trial && releases.trial.share < 100 ? (
          <>
            {' '}
            <Badge tone="yellow" dot>
              Trial at {releases.trial.share} %
            </Badge>
          </>
        ) : null}
      </>
    ),
  },
  { id: 'build', header: 'Build', cell: ({ remote }) => remote.manifest?.build ?? '-' },
  { id: 'contract', header: 'Contract', cell: ({ remote }) => remote.manifest?.contract ?? '-' },
  { id: 'state', header: 'State', cell: (health) => <RemoteStateBadge {...health} /> },
  { id: 'problems', header: 'Problems', cell: (health) => <Lines lines={problemsOf(health)} /> },
];

export interface RemoteHealthTableProps {
  registry: Registry | undefined;
  releases: readonly RemoteReleases[] | undefined;
  /** Why the releases could not be loaded. */
  releasesError: Error | null;
  onRetryReleases: () => void;
  /** Why the registry could not be loaded. */
  error: Error | null;
  onRetry: () => void;
}

/** Each remote of the registry: its current release, and its state in this page. */
export function RemoteHealthTable({
  registry,
  releases,
  releasesError,
  onRetryReleases,
  error,
  onRetry,
}: RemoteHealthTableProps) {
  const loader = useRemoteLoader();
  const [opened, setOpened] = useState<string>();
  const shown = registry?.remotes.find(({ name }) => name === opened);
  const rows = registry?.remotes.map((remote) => ({
    remote,
    missing: loader.missingExports(remote),
    state: loader.stateOf(remote.name),
    releases: releases?.find(({ name }) => name === remote.name),
    extensionProblems: loader.extensionProblems(remote.name),
  }));
  return (
    <Card title="Remotes" flush>
      <DataTable
        caption="Remotes"
        columns={columns}
        rows={rows}
        rowKey={({ remote }) => `${remote.name} ${remote.problem ?? ''}`}
        rowName={({ remote }) => remoteLabel(remote)}
        skeletonRows={4}
        actions={({ remote }) =>
          remote.entry === '' ? null : (
            <IconButton
              size="small"
              label={`Releases of ${remoteLabel(remote)}`}
              tooltip="Releases"
              icon={<ClockIcon aria-hidden="true" />}
              onClick={() => setOpened(remote.name)}
            />
          )
        }
        empty={<EmptyState icon={<InboxIcon aria-hidden="true" />} title="No remotes registered" />}
        error={
          error === null
            ? undefined
            : {
                title: 'The remotes could not be loaded',
                message: userMessageOf(error, 'The server did not respond.'),
                onRetry,
              }
        }
      />
      {shown === undefined ? null : (
        <RemoteReleasesDialog
          remote={shown}
          releases={releases?.find(({ name }) => name === shown.name)}
          isLoading={releases === undefined && releasesError === null}
          error={releasesError}
          onRetry={onRetryReleases}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  );
}
