import { userMessageOf } from '@khmer-learning/console-sdk';
import { type InstanceCondition, instanceConditions, type ServiceHealth } from '@khmer-learning/contracts';
import { Badge, Card, type Column, DataTable, EmptyState, InboxIcon, Text } from '@khmer-learning/ui-kit';
import { useMessages } from '../console/messages/messages.ts';

const conditionMessages = {
  ready: 'serviceHealth.ready',
  degraded: 'serviceHealth.degraded',
  stopping: 'serviceHealth.stopping',
  away: 'serviceHealth.away',
} as const satisfies Record<InstanceCondition, string>;
type Translate = ReturnType<typeof useMessages>;

/** `2 ready, 1 not responding`, the best condition first. */
function instanceSummary({ instances }: ServiceHealth, t: Translate): string {
  const counts = instanceConditions.flatMap((condition) => {
    const count = instances.filter((instance) => instance.condition === condition).length;
    return count === 0 ? [] : [t(conditionMessages[condition], { count })];
  });
  return counts.join(', ') || t('serviceHealth.noProcesses');
}

function failingChecks({ instances }: ServiceHealth): string {
  return [...new Set(instances.flatMap(({ failing }) => failing))].join(', ') || '-';
}

const columnsOf = (t: Translate): readonly Column<ServiceHealth>[] => [
  {
    id: 'service',
    header: t('serviceHealth.service'),
    main: true,
    cell: ({ name }) => <Text strong>{name}</Text>,
  },
  {
    id: 'state',
    header: t('field.state'),
    cell: ({ ready }) => (
      <Badge tone={ready ? 'green' : 'red'} dot>
        {ready ? t('serviceHealth.stateReady') : t('serviceHealth.notReady')}
      </Badge>
    ),
  },
  { id: 'processes', header: t('serviceHealth.processes'), cell: (service) => instanceSummary(service, t) },
  { id: 'failing', header: t('serviceHealth.failingChecks'), cell: failingChecks },
];

export interface ServiceHealthTableProps {
  services: readonly ServiceHealth[] | undefined;
  /** Why the services' status could not be loaded. */
  error: Error | null;
  onRetry: () => void;
}

/** The health of each service, as its processes report it. */
export function ServiceHealthTable({ services, error, onRetry }: ServiceHealthTableProps) {
  const t = useMessages();
  return (
    <Card title={t('serviceHealth.title')} flush>
      <DataTable
        caption={t('serviceHealth.title')}
        columns={columnsOf(t)}
        rows={services}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        skeletonRows={7}
        empty={<EmptyState icon={<InboxIcon aria-hidden="true" />} title={t('serviceHealth.empty')} />}
        error={
          error === null
            ? undefined
            : {
                title: t('serviceHealth.failed'),
                message: userMessageOf(error, t('error.noResponse')),
                onRetry,
              }
        }
      />
    </Card>
  );
}
