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
import { loadedShellBuild } from '../remotes/registry.ts';
import { useRegistry } from '../remotes/remotes-context.tsx';
import { DeadJobsTable } from './dead-jobs-table.tsx';
import { useConsoleHealth } from './health.api.ts';
import { RemoteHealthTable } from './remote-health-table.tsx';
import { FailingTrials, releasesQueryKey } from './remote-releases-dialog.tsx';
import { ServiceHealthTable } from './service-health-table.tsx';

const refetchInterval = 5_000;

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
  const registry = useRegistry({ refetchInterval });
  const services = useConsoleHealth({ refetchInterval });
  const deadEvents = services.data?.deadEvents ?? 0;
  const releases = useApiQuery(remoteReleasesList, {
    queryKey: releasesQueryKey,
    refetchInterval,
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
        <RemoteHealthTable registry={registry} releases={releases} />
        <ServiceHealthTable health={services} registry={registry} />
        <DeadJobsTable refetchInterval={refetchInterval} />
      </Stack>
    </ViewBody>
  );
}
