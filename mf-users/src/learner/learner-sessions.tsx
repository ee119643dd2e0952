import { type Column, DataTable, DateText, Text } from '@khmer-learning/ui-kit';
import { LearnerSection } from './learner-section.tsx';
import { useLearnerSessions } from './learners.api.ts';
import { message, useMessages } from './messages/messages.ts';

interface Row {
  key: string;
  kind: string;
  lastUsedAt: string;
  expiresAt?: string;
}

const columns = (): readonly Column<Row>[] => [
  {
    id: 'kind',
    header: message('learnerSessions.kind'),
    main: true,
    cell: ({ kind }) => <Text>{kind}</Text>,
  },
  {
    id: 'used',
    header: message('learnerSessions.lastUsed'),
    narrow: 'line',
    cell: ({ lastUsedAt }) => <DateText at={lastUsedAt} format="minute" />,
  },
  {
    id: 'ends',
    header: message('learnerSessions.ends'),
    cell: ({ expiresAt }) => (expiresAt === undefined ? '—' : <DateText at={expiresAt} format="minute" />),
  },
];

export function LearnerSessions({ id }: { id: number }) {
  const t = useMessages();
  const query = useLearnerSessions(id);
  const { sessions, devices } = query.data ?? {};
  const rows: Row[] = [
    ...(sessions ?? []).map((session, place) => ({
      ...session,
      key: `session-${place}`,
      kind: t('learnerSessions.app'),
    })),
    ...(devices ?? []).map((device, place) => ({
      ...device,
      key: `device-${place}`,
      kind: t('learnerSessions.device'),
    })),
  ];
  return (
    <LearnerSection
      title={t('learnerSessions.title')}
      query={query}
      shown={query.data && rows.length}
      empty={{ title: t('learnerSessions.empty') }}
    >
      <DataTable
        caption={t('learnerSessions.title')}
        columns={columns()}
        rows={rows}
        rowKey={({ key }) => key}
        rowName={({ kind }) => kind}
        empty={null}
      />
    </LearnerSection>
  );
}
