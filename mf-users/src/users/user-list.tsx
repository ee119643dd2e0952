import {
  EditButton,
  ListEmptyState,
  ListFilter,
  ListPagination,
  listErrorProps,
  RefreshButton,
  RowActions,
  useItemEditor,
  useListColumns,
  usePageRows,
} from '@khmer-learning/console-kit';
import { useHeaderAction, useIntent, useListState } from '@khmer-learning/console-sdk';
import type { User } from '@khmer-learning/contracts';
import {
  Badge,
  Button,
  Card,
  type Column,
  DataTable,
  DateText,
  PlusIcon,
  SearchInput,
  StatusBadge,
  Text,
  Toolbar,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { fullName, roleLabels, roleOptions, userStatusOptions } from './user-labels.ts';
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
  { id: 'update', header: 'Update', cell: ({ updatedAt }) => <DateText at={updatedAt} /> },
];

function LastLogin({ at }: { at: string | null }) {
  if (at !== null) return <DateText at={at} />;
  return (
    <Text as="span" size="small" muted>
      Never
    </Text>
  );
}

const toItem = (user: User) => ({ id: user.id, name: fullName(user) });

/** The users view (spec 2.12). */
export function UserList() {
  const list = useListState();
  const page = useUserPage({
    search: list.search,
    role: list.filterParam('role'),
    isActive: list.filterParam('isActive'),
    offset: list.offset,
  });
  const rows = usePageRows(list, page, ({ users }) => users);
  const addedColumns = useListColumns('user', rows, toItem);

  const editor = useItemEditor({
    itemType: 'User',
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
            <ListFilter list={list} name="role" label="Role" allLabel="All roles" options={roleOptions} />
            <ListFilter
              list={list}
              name="isActive"
              label="Status"
              allLabel="All statuses"
              options={userStatusOptions}
            />
          </>
        }
        actions={
          <>
            <RefreshButton query={page} />
            <Button variant="primary" icon={<PlusIcon aria-hidden="true" />} onClick={editor.create}>
              New User
            </Button>
          </>
        }
      />
      <Card flush>
        <DataTable
          caption="Users"
          columns={[...columns, ...addedColumns]}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={fullName}
          refreshing={page.isFetching}
          error={listErrorProps('Users', page.error, page.refetch)}
          empty={
            <ListEmptyState
              title="No users found"
              hasActiveFilters={list.hasActiveFilters}
              onClear={list.clearFilters}
              createLabel="New User"
              onCreate={editor.create}
            />
          }
          actions={(user) => (
            <>
              <EditButton
                name={fullName(user)}
                loading={editor.isOpening(user.id)}
                onClick={() => editor.edit(user.id)}
              />
              <RowActions entity="user" item={toItem(user)} />
            </>
          )}
        />
      </Card>
      <ListPagination list={list} rows={rows} total={page.data} itemsLabel="users" />
      {editor.form}
    </ViewBody>
  );
}
