import { useApiQuery } from '@khmer-learning/console-kit';
import { contractVersion, userMessageOf } from '@khmer-learning/console-sdk';
import { registryProblemName, remoteReleasesList } from '@khmer-learning/contracts';
import {
  Callout,
  formatSchoolTime,
  Stack,
  Text,
  translateServerMessage,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useMessages } from '../console/messages/messages.ts';
import { loadedShellBuild } from '../page/loaded-shell-build.ts';
import { useRegistry } from '../remotes/remotes-context.tsx';
import { DeadJobsTable } from './dead-jobs-table.tsx';
import { RemoteHealthTable } from './remote-health-table.tsx';
import { FailingTrials, releasesQueryKey } from './remote-releases-dialog.tsx';
import { ServiceHealthTable } from './service-health-table.tsx';
import { useConsoleHealth } from './use-console-health.ts';

const refreshIntervalMs = 5_000;

/** Shown when a refresh has failed. The last known data stays on screen. */
function OutdatedNotice({ error }: { error: Error }) {
  const t = useMessages();
  return (
    <Callout tone="warning" announce>
      {t('consoleHealth.outdated', { reason: userMessageOf(error, t('error.noResponse')) })}
    </Callout>
  );
}

/** For admins: the state of each remote in this page and of each service behind the gateway. Refreshes every 5 s. */
export function ConsoleHealth() {
  const t = useMessages();
  const registry = useRegistry({ refetchIntervalMs: refreshIntervalMs });
  const services = useConsoleHealth({ refreshIntervalMs });
  const deadEvents = services.data?.deadEvents ?? 0;
  const releases = useApiQuery(remoteReleasesList, {
    queryKey: releasesQueryKey,
    refetchInterval: refreshIntervalMs,
    staleTime: 0,
  });
  const listedRegistryProblem = registry.data?.problems.find(({ name }) => name === registryProblemName);
  const failed = [registry, services, releases].find(
    ({ data, error }) => error !== null && data !== undefined,
  );
  const build = loadedShellBuild();
  return (
    <ViewBody>
      <Stack gap={4}>
        <Text muted size="small">
          {t('consoleHealth.summary', {
            contract: contractVersion,
            build: build ?? 'none',
            time:
              services.dataUpdatedAt === 0
                ? 'none'
                : formatSchoolTime(services.dataUpdatedAt, { timeStyle: 'medium' }),
          })}
        </Text>
        {failed?.error ? <OutdatedNotice error={failed.error} /> : null}
        {listedRegistryProblem ? (
          <Callout tone="danger">{translateServerMessage(listedRegistryProblem.problem)}</Callout>
        ) : null}
        {deadEvents === 0 ? null : (
          <Callout tone="danger">{t('consoleHealth.deadEvents', { count: deadEvents })}</Callout>
        )}
        <FailingTrials remotes={releases.data?.remotes ?? []} registry={registry.data} />
        <RemoteHealthTable
          registry={registry.data}
          releases={releases.data?.remotes}
          releasesError={releases.data === undefined ? releases.error : null}
          onRetryReleases={() => void releases.refetch()}
          error={registry.data === undefined ? registry.error : null}
          onRetry={() => void registry.refetch()}
        />
        <ServiceHealthTable
          services={services.data?.services}
          remoteApis={services.data?.remoteApis}
          error={services.data === undefined ? services.error : null}
          onRetry={() => void services.refetch()}
        />
        <DeadJobsTable refreshIntervalMs={refreshIntervalMs} />
      </Stack>
    </ViewBody>
  );
}
