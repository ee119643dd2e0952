import {
  EditButton,
  ListEmptyState,
  ListFilter,
  ListPagination,
  listErrorProps,
  RefreshButton,
  RowMenu,
  useItemEditor,
  useListColumns,
  usePageRows,
} from '@khmer-learning/console-kit';
import { useHeaderAction, useListState } from '@khmer-learning/console-sdk';
import { type User, userSorts } from '@khmer-learning/contracts';
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
  UserCheckIcon,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { lazy, Suspense, useState } from 'react';
import { fullName, roleLabels, roleOptions, userStatusOptions } from './user-labels.ts';
import { useFetchUser, useUserPage } from './users.api.ts';

const InviteForm = lazy(async () => ({
  default: (await import(/* webpackChunkName: "invite-form" */ './invite-form.tsx')).InviteForm,
}));

const roleTones = { admin: 'accent', teacher: 'teal', student: 'grey' } as const;

const columns: readonly Column<User>[] = [
  {
    id: 'first-name',
    header: 'First Name',
    main: true,
    sort: 'name',
    cell: ({ firstName }) => <Text strong>{firstName}</Text>,
    narrowTitle: (user) => <Text strong>{fullName(user)}</Text>,
  },
  { id: 'last-name', header: 'Last Name', cell: ({ lastName }) => lastName },
  { id: 'email', header: 'Email', sort: 'email', narrow: 'line', cell: ({ email }) => email },
  {
    id: 'role',
    header: 'Role',
    sort: 'role',
    narrow: 'line',
    cell: ({ role }) => <Badge tone={roleTones[role]}>{roleLabels[role]}</Badge>,
  },
  {
    id: 'status',
    header: 'Status',
    narrow: 'line',
    cell: (user) => <UserStatus user={user} />,
  },
  {
    id: 'last-login',
    header: 'Last Login',
    sort: 'lastLogin',
    cell: ({ lastLogin }) => <LastLogin at={lastLogin} />,
  },
  { id: 'update', header: 'Update', cell: ({ updatedAt }) => <DateText at={updatedAt} /> },
];

function UserStatus({ user: { isActive, invitedUntil } }: { user: User }) {
  if (invitedUntil === undefined) return <StatusBadge status={isActive ? 'active' : 'inactive'} />;
  const isExpired = new Date(invitedUntil) <= new Date();
  return <StatusBadge status={isExpired ? 'Invitation expired' : 'Invited'} tone="yellow" />;
}

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
  const list = useListState(userSorts);
  const page = useUserPage({
    search: list.search,
    role: list.filterParam('role'),
    isActive: list.filterParam('isActive'),
    sort: list.sort ?? undefined,
    limit: list.limit,
    offset: list.offset,
  });
  const rows = usePageRows(list, page, ({ users }) => users);
  const addedColumns = useListColumns('user', rows, toItem);

  const editor = useItemEditor({
    itemType: 'User',
    loadForm: async () => (await import(/* webpackChunkName: "user-form" */ './user-form.tsx')).UserForm,
    fetchItem: useFetchUser(),
  });
  const [isInviting, setInviting] = useState(false);
  useHeaderAction(editor.create);

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
            <Button icon={<UserCheckIcon aria-hidden="true" />} onClick={() => setInviting(true)}>
              Invite
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
          columns={[...columns, ...addedColumns]}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={fullName}
          sorting={{ value: list.sort, onChange: list.setSort }}
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
          onOpen={({ id }) => editor.edit(id)}
          addressOf={editor.addressOf}
          actions={(user) => (
            <>
              <EditButton
                name={fullName(user)}
                loading={editor.isOpening(user.id)}
                onClick={() => editor.edit(user.id)}
              />
              <RowMenu name={fullName(user)} extensions={{ entity: 'user', item: toItem(user) }} />
            </>
          )}
        />
      </Card>
      <ListPagination list={list} rows={rows} total={page.data} itemsLabel="users" />
      {editor.form}
      {isInviting ? (
        <Suspense fallback={null}>
          <InviteForm onClose={() => setInviting(false)} />
        </Suspense>
      ) : null}
    </ViewBody>
  );
}
