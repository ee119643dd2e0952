import {
  type InstanceCondition,
  instanceConditions,
  type RemoteApiHealth,
  type ServiceHealth,
} from '@khmer-learning/contracts';
import { Badge, Card, type Column, DataTable, EmptyState, InboxIcon, Text } from '@khmer-learning/ui-kit';
import { useMessages } from '../console/messages/messages.ts';
import { failureOf, type useConsoleHealth } from './health.api.ts';

const conditionMessages = {
  ready: 'serviceHealth.ready',
  degraded: 'serviceHealth.degraded',
  stopping: 'serviceHealth.stopping',
  away: 'serviceHealth.away',
} as const satisfies Record<InstanceCondition, string>;
type Row = ServiceHealth | RemoteApiHealth;
const isReady = (row: Row) => ('ready' in row ? row.ready : !row.isOpen);
type Translate = ReturnType<typeof useMessages>;

/** `2 ready, 1 not responding`, the best condition first. */
function instanceSummary(row: Row, t: Translate): string {
  if (!('instances' in row)) return t('serviceHealth.calls', { calls: row.calls, failures: row.failures });
  const { instances } = row;
  const counts = instanceConditions.flatMap((condition) => {
    const count = instances.filter((instance) => instance.condition === condition).length;
    return count === 0 ? [] : [t(conditionMessages[condition], { count })];
  });
  return counts.join(', ') || t('serviceHealth.noProcesses');
}

function failingChecks(row: Row): string {
  const instances = 'instances' in row ? row.instances : [];
  return [...new Set(instances.flatMap(({ failing }) => failing))].join(', ') || '-';
}

const nameOf = (row: Row, t: Translate): string =>
  'instances' in row ? row.name : t('serviceHealth.backend', { remote: row.name });

const columnsOf = (t: Translate): readonly Column<Row>[] => [
  {
    id: 'service',
    header: t('serviceHealth.service'),
    main: true,
    cell: (row) => <Text strong>{nameOf(row, t)}</Text>,
  },
  {
    id: 'state',
    header: t('field.state'),
    cell: (row) => (
      <Badge tone={isReady(row) ? 'green' : 'red'} dot>
        {isReady(row) ? t('serviceHealth.stateReady') : t('serviceHealth.notReady')}
      </Badge>
    ),
  },
  { id: 'processes', header: t('serviceHealth.processes'), cell: (service) => instanceSummary(service, t) },
  { id: 'failing', header: t('serviceHealth.failingChecks'), cell: failingChecks },
];

/** The health of each service, as its processes report it, and of the own backends of remotes, as calls to them end. */
export function ServiceHealthTable({ health }: { health: ReturnType<typeof useConsoleHealth> }) {
  const t = useMessages();
  const { data } = health;
  return (
    <Card title={t('serviceHealth.title')} flush>
      <DataTable
        caption={t('serviceHealth.title')}
        columns={columnsOf(t)}
        rows={data && [...data.services, ...(data.remoteApis ?? [])]}
        rowKey={(row) => nameOf(row, t)}
        rowName={(row) => nameOf(row, t)}
        skeletonRows={7}
        empty={<EmptyState icon={<InboxIcon aria-hidden="true" />} title={t('serviceHealth.empty')} />}
        error={failureOf(health, t('serviceHealth.failed'))}
      />
    </Card>
  );
}
