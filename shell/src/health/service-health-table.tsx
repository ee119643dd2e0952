import { userMessageOf } from '@khmer-learning/console-sdk';
import { type InstanceCondition, instanceConditions, type ServiceHealth } from '@khmer-learning/contracts';
import { Badge, Card, type Column, DataTable, EmptyState, InboxIcon, Text } from '@khmer-learning/ui-kit';

const conditionLabels: Readonly<Record<InstanceCondition, string>> = {
  ready: 'ready',
  degraded: 'degraded',
  stopping: 'stopping',
  away: 'not responding',
};

/** `2 ready, 1 not responding`, the best condition first. */
function instanceSummary({ instances }: ServiceHealth): string {
  const counts = instanceConditions.flatMap((condition) => {
    const count = instances.filter((instance) => instance.condition === condition).length;
    return count === 0 ? [] : [`${count} ${conditionLabels[condition]}`];
  });
  return counts.join(', ') || 'none found';
}

function failingChecks({ instances }: ServiceHealth): string {
  return [...new Set(instances.flatMap(({ failing }) => failing))].join(', ') || '-';
}

const columns: readonly Column<ServiceHealth>[] = [
  { id: 'service', header: 'Service', main: true, cell: ({ name }) => <Text strong>{name}</Text> },
  {
    id: 'state',
    header: 'State',
    cell: ({ ready }) => (
      <Badge tone={ready ? 'green' : 'red'} dot>
        {ready ? 'Ready' : 'Not ready'}
      </Badge>
    ),
  },
  { id: 'processes', header: 'Processes', cell: instanceSummary },
  { id: 'failing', header: 'Failing checks', cell: failingChecks },
];

export interface ServiceHealthTableProps {
  services: readonly ServiceHealth[] | undefined;
  /** Why the services' status could not be loaded. */
  error: Error | null;
  onRetry: () => void;
}

/** The health of each service, as its processes report it. */
export function ServiceHealthTable({ services, error, onRetry }: ServiceHealthTableProps) {
  return (
    <Card title="Services" flush>
      <DataTable
        caption="Services"
        columns={columns}
        rows={services}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        skeletonRows={7}
        empty={<EmptyState icon={<InboxIcon aria-hidden="true" />} title="No services found" />}
        error={
          error === null
            ? undefined
            : {
                title: 'The status of the services could not be loaded',
                message: userMessageOf(error, 'The server did not respond.'),
                onRetry,
              }
        }
      />
    </Card>
  );
}
