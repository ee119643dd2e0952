import { useApi, useApiMutation } from '@khmer-learning/console-sdk';
import { deadJobMessages } from '@khmer-learning/contracts';
import {
  Card,
  type Column,
  DataTable,
  DateText,
  EmptyState,
  formatDigits,
  IconButton,
  RotateCwIcon,
  Text,
} from '@khmer-learning/ui-kit';
import { useMessages } from '../console/messages/messages.ts';
import { deadJobsQueryKey, type ServiceDeadJob, useDeadJobs } from './health.api.ts';

const columnsOf = (t: ReturnType<typeof useMessages>): readonly Column<ServiceDeadJob>[] => [
  {
    id: 'job',
    header: t('deadJobs.job'),
    main: true,
    cell: ({ job, id, retry }) => (
      <Text strong>
        {retry.service}: {job}, {id}
      </Text>
    ),
  },
  { id: 'failures', header: t('deadJobs.failures'), cell: ({ failures }) => formatDigits(failures) },
  {
    id: 'error',
    header: t('deadJobs.lastError'),
    cell: ({ error }) => <Text size="small">{error ?? '-'}</Text>,
  },
  {
    id: 'failedAt',
    header: t('deadJobs.failedAt'),
    cell: ({ failedAt }) => (failedAt === null ? '-' : <DateText at={failedAt} />),
  },
];

/** The background jobs that failed too often, with a retry; nothing while there are none. */
export function DeadJobsTable({ refetchInterval }: { refetchInterval: number }) {
  const t = useMessages();
  const api = useApi();
  const rows = useDeadJobs({ refetchInterval });
  const retrying = useApiMutation({
    call: ({ job, id, retry }: ServiceDeadJob) => api.call(retry, { body: { job, id } }),
    successMessage: deadJobMessages.retried,
    failureMessage: t('deadJobs.retryFailed'),
    invalidates: [deadJobsQueryKey],
  });
  if (rows.length === 0) return null;
  return (
    <Card title={t('deadJobs.title')} flush>
      <DataTable
        caption={t('deadJobs.title')}
        columns={columnsOf(t)}
        rows={rows}
        rowKey={({ job, id, retry }) => `${retry.service} ${job} ${id}`}
        rowName={({ job, id }) => `${job}, ${id}`}
        empty={<EmptyState title={t('deadJobs.empty')} />}
        actions={(row) => (
          <IconButton
            size="small"
            label={t('deadJobs.retryJob', { job: row.job, id: row.id })}
            tooltip={t('deadJobs.retry')}
            icon={<RotateCwIcon aria-hidden="true" />}
            onClick={() => retrying.mutate(row)}
          />
        )}
      />
    </Card>
  );
}
