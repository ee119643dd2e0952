import { useApi, useApiMutation } from '@khmer-learning/console-sdk';
import { deadJobMessages } from '@khmer-learning/contracts';
import {
  Card,
  type Column,
  DataTable,
  DateText,
  EmptyState,
  IconButton,
  RotateCwIcon,
  Text,
} from '@khmer-learning/ui-kit';
import { deadJobsQueryKey, type ServiceDeadJob, useDeadJobs } from './use-dead-jobs.ts';

const columns: readonly Column<ServiceDeadJob>[] = [
  {
    id: 'job',
    header: 'Job',
    main: true,
    cell: ({ job, id, retry }) => (
      <Text strong>
        {retry.service}: {job}, {id}
      </Text>
    ),
  },
  { id: 'failures', header: 'Failures', cell: ({ failures }) => failures },
  { id: 'error', header: 'Last error', cell: ({ error }) => <Text size="small">{error ?? '-'}</Text> },
  {
    id: 'failedAt',
    header: 'Failed',
    cell: ({ failedAt }) => (failedAt === null ? '-' : <DateText at={failedAt} />),
  },
];

/** The background jobs that failed too often, with a retry; nothing while there are none. */
export function DeadJobsTable({ refreshIntervalMs }: { refreshIntervalMs: number }) {
  const api = useApi();
  const rows = useDeadJobs({ refreshIntervalMs });
  const retrying = useApiMutation({
    call: ({ job, id, retry }: ServiceDeadJob) => api.call(retry, { body: { job, id } }),
    successMessage: deadJobMessages.retried,
    failureMessage: 'Failed to retry the job',
    invalidates: [deadJobsQueryKey],
  });
  if (rows.length === 0) return null;
  return (
    <Card title="Failed background jobs" flush>
      <DataTable
        caption="Failed background jobs"
        columns={columns}
        rows={rows}
        rowKey={({ job, id, retry }) => `${retry.service} ${job} ${id}`}
        rowName={({ job, id }) => `${job}, ${id}`}
        empty={<EmptyState title="No failed background jobs" />}
        actions={(row) => (
          <IconButton
            size="small"
            label={`Retry ${row.job}, ${row.id}`}
            tooltip="Retry"
            icon={<RotateCwIcon aria-hidden="true" />}
            onClick={() => retrying.mutate(row)}
          />
        )}
      />
    </Card>
  );
}
