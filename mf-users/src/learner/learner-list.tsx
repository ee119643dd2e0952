import {
  ListEmptyState,
  ListPagination,
  listErrorProps,
  RefreshButton,
  useItemDialog,
  usePageRows,
} from '@khmer-learning/console-kit';
import { useListState } from '@khmer-learning/console-sdk';
import type { ListedLearner } from '@khmer-learning/contracts';
import {
  Card,
  type Column,
  DataTable,
  formatSchoolDay,
  SearchInput,
  StatusBadge,
  Text,
  Toolbar,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { message as userMessage } from '../messages/messages.ts';
import { LazyLearnerPage } from './lazy-learner-page.tsx';
import { useFetchLearner, useLearnerPage } from './learners.api.ts';
import { message, useMessages } from './messages/messages.ts';

const columns = (): readonly Column<ListedLearner>[] => [
  {
    id: 'name',
    header: message('learnerList.name'),
    main: true,
    cell: ({ name }) => <Text strong>{name}</Text>,
  },
  {
    id: 'status',
    header: userMessage('field.status'),
    narrow: 'line',
    cell: ({ isActive }) => <StatusBadge status={isActive ? 'active' : 'inactive'} />,
  },
  {
    id: 'last-active',
    header: message('learnerList.lastActive'),
    narrow: 'line',
    cell: ({ lastActiveDay }) =>
      lastActiveDay === null ? message('learnerList.never') : formatSchoolDay(lastActiveDay),
  },
];

/** The learners view, for teachers: names without addresses. */
export function LearnerList() {
  const t = useMessages();
  const list = useListState([], {});
  const page = useLearnerPage({ search: list.search, limit: list.limit, offset: list.offset });
  const rows = usePageRows(list, page, ({ learners }) => learners);
  const opened = useItemDialog<Pick<ListedLearner, 'id'>>({
    itemType: t('learner.itemTypeCapital'),
    fetchItem: useFetchLearner(),
  });
  return (
    <>
      {opened.item === null ? null : <LazyLearnerPage id={opened.item.id} onClose={opened.close} />}
      {/* It stays what it is, for whoever comes back from a page. */}
      <ViewBody style={opened.item === null ? undefined : { display: 'none' }}>
        <Toolbar
          search={
            <SearchInput label={t('learnerList.search')} value={list.search} onChange={list.setSearch} />
          }
          actions={<RefreshButton query={page} />}
        />
        <Card flush>
          <DataTable
            caption={t('learnerList.title')}
            columns={columns()}
            rows={rows}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            refreshing={page.isFetching}
            error={listErrorProps(t('learnerList.title'), page.error, page.refetch)}
            empty={
              <ListEmptyState
                title={t('learnerList.empty')}
                hasActiveFilters={list.hasActiveFilters}
                onClear={list.clearFilters}
              />
            }
            onOpen={opened.show}
            addressOf={opened.addressOf}
          />
        </Card>
        <ListPagination list={list} rows={rows} total={page.data} itemsLabel={t('learnerList.items')} />
      </ViewBody>
    </>
  );
}
