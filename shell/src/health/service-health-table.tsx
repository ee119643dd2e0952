import {
  type InstanceCondition,
  instanceConditions,
  type RemoteApiHealth,
  type ServiceHealth,
} from '@khmer-learning/contracts';
import { Badge, Card, type Column, DataTable, EmptyState, InboxIcon, Text } from '@khmer-learning/ui-kit';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMessages } from '../console/messages/messages.ts';
import { type Registry, remoteLabel } from '../remotes/registry.ts';
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

const columnsOf = (t: Translate, nameOf: (row: Row) => string): readonly Column<Row>[] => [
  {
    id: 'service',
    header: t('serviceHealth.service'),
    main: true,
    cell: (row) => <Text strong>{nameOf(row)}</Text>,
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

interface ServiceHealthTableProps {
  health: ReturnType<typeof useConsoleHealth>;
  registry: UseQueryResult<Registry>;
}

/** The health of each service, as its processes report it, and of the own backends of remotes, as calls to them end. */
export function ServiceHealthTable({ health, registry }: ServiceHealthTableProps) {
  const t = useMessages();
  const { data } = health;
  const nameOf = (row: Row): string => {
    if ('instances' in row) return row.name;
    const remote = registry.data?.remotes.find(({ name }) => name === row.name);
    return t('serviceHealth.backend', { remote: remote ? remoteLabel(remote) : row.name });
  };
  return (
    <Card title={t('serviceHealth.title')} flush>
      <DataTable
        caption={t('serviceHealth.title')}
        columns={columnsOf(t, nameOf)}
        rows={data && [...data.services, ...(data.remoteApis ?? [])]}
        // Labels need not differ, and a backend may be called like a service.
        rowKey={(row) => `${'instances' in row ? 'service' : 'backend'} ${row.name}`}
        rowName={nameOf}
        skeletonRows={7}
        empty={<EmptyState icon={<InboxIcon aria-hidden="true" />} title={t('serviceHealth.empty')} />}
        error={failureOf(health, t('serviceHealth.failed'))}
      />
    </Card>
  );
}
