import {
  listError,
  NoRows,
  noFilter,
  useEditor,
  useHeaderAction,
  useIntent,
  useLastPage,
  useListState,
} from '@khmer-learning/console-sdk';
import { pageSize, type User } from '@khmer-learning/contracts';
import {
  Badge,
  Button,
  Card,
  type Column,
  DataTable,
  DayText,
  IconButton,
  Pagination,
  PencilIcon,
  PlusIcon,
  RefreshCwIcon,
  SearchInput,
  Select,
  StatusBadge,
  Text,
  Toolbar,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { fullName, roleLabels, roleOptions, statusOptions } from './user-words.ts';
import { useFetchUser, useUserPage } from './users.api.ts';

const roleTones = { admin: 'accent', teacher: 'teal', student: 'grey' } as const;

const columns: readonly Column<User>[] = [
  {
    id: 'first-name',
    header: 'First Name',
    main: true,
    cell: ({ firstName }) => <Text strong>{firstName}</Text>,
  },
  { id: 'last-name', header: 'Last Name', cell: ({ lastName }) => lastName },
  { id: 'email', header: 'Email', cell: ({ email }) => email },
  {
    id: 'role',
    header: 'Role',
    cell: ({ role }) => <Badge tone={roleTones[role]}>{roleLabels[role]}</Badge>,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ isActive }) => <StatusBadge status={isActive ? 'active' : 'inactive'} />,
  },
  { id: 'last-login', header: 'Last Login', cell: ({ lastLogin }) => <LastLogin at={lastLogin} /> },
  { id: 'update', header: 'Update', cell: ({ updatedAt }) => <DayText at={updatedAt} /> },
];

function LastLogin({ at }: { at: string | null }) {
  if (at !== null) return <DayText at={at} />;
  return (
    <Text as="span" size="small" muted>
      Never
    </Text>
  );
}

/** The users view (spec 2.12). */
export function UserList() {
  const list = useListState();
  const page = useUserPage({
    search: list.search,
    role: list.filterQuery('role'),
    isActive: list.filterQuery('isActive'),
    offset: list.offset,
  });
  const total = page.isPlaceholderData ? undefined : page.data?.total;
  const isPastTheEnd = useLastPage(list.offset, total, list.correctOffset);
  const rows = isPastTheEnd ? undefined : page.data?.users;

  const editor = useEditor({
    thing: 'User',
    loadForm: async () => (await import(/* webpackChunkName: "user-form" */ './user-form.tsx')).UserForm,
    fetchItem: useFetchUser(),
  });
  useHeaderAction(editor.create);
  useIntent('create', editor.create);

  return (
    <ViewBody>
      <Toolbar
        search={<SearchInput label="Search users" value={list.search} onChange={list.setSearch} />}
        filters={
          <>
            <Select
              aria-label="Role"
              options={[{ value: noFilter, label: 'All roles' }, ...roleOptions]}
              value={list.filter('role')}
              onValueChange={(value) => list.setFilter('role', value)}
            />
            <Select
              aria-label="Status"
              options={[{ value: noFilter, label: 'All statuses' }, ...statusOptions]}
              value={list.filter('isActive')}
              onValueChange={(value) => list.setFilter('isActive', value)}
            />
          </>
        }
        actions={
          <>
            <Button
              icon={<RefreshCwIcon aria-hidden="true" />}
              loading={page.isRefetching && !page.isPlaceholderData}
              onClick={() => void page.refetch()}
            >
              Refresh
            </Button>
            <Button variant="primary" icon={<PlusIcon aria-hidden="true" />} onClick={editor.create}>
              New User
            </Button>
          </>
        }
      />
      <Card flush>
        <DataTable
          caption="Users"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={fullName}
          refreshing={page.isFetching}
          error={listError('Users', page.error, page.refetch)}
          empty={
            <NoRows
              title="No users found"
              isNarrowed={list.isNarrowed}
              onClear={list.clear}
              createLabel="New User"
              onCreate={editor.create}
            />
          }
          actions={(user) => (
            <IconButton
              size="small"
              label={`Edit ${fullName(user)}`}
              tooltip="Edit"
              icon={<PencilIcon aria-hidden="true" />}
              loading={editor.isOpening(user.id)}
              onClick={() => editor.edit(user.id)}
            />
          )}
        />
      </Card>
      {rows !== undefined && rows.length > 0 && page.data !== undefined ? (
        <Pagination
          offset={list.offset}
          limit={pageSize}
          total={page.data.total}
          itemName="users"
          onOffsetChange={list.setOffset}
        />
      ) : null}
      {editor.form}
    </ViewBody>
  );
}
