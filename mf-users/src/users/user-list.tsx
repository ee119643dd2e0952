import {
  ClearFiltersButton,
  EditButton,
  ListEmptyState,
  ListFilter,
  ListPagination,
  listErrorProps,
  RefreshButton,
  RowMenu,
  useCreatedItem,
  useItemDialog,
  useItemEditor,
  useListColumns,
  usePageRows,
} from '@khmer-learning/console-kit';
import { useHeaderAction, useListState } from '@khmer-learning/console-sdk';
import { roles, type User, userSorts } from '@khmer-learning/contracts';
import {
  Badge,
  Button,
  Card,
  type Column,
  DataTable,
  DateText,
  Inline,
  KeyRoundIcon,
  PlusIcon,
  SearchInput,
  StatusBadge,
  Text,
  Toolbar,
  UserCheckIcon,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { LazyLearnerPage } from '../learner/lazy-learner-page.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { fullName, rightsLabels, roleLabel, roleOptions, userStatusOptions } from './user-labels.ts';
import { useFetchUser, useUser, useUserPage } from './users.api.ts';

const InviteForm = lazy(async () => ({
  default: (await import(/* webpackChunkName: "invite-form" */ './invite-form.tsx')).InviteForm,
}));

const SecondFactorPolicyDialog = lazy(async () => ({
  default: (await import(/* webpackChunkName: "second-factor-policy" */ './second-factor-policy-dialog.tsx'))
    .SecondFactorPolicyDialog,
}));

const roleTones = { admin: 'accent', teacher: 'teal', student: 'grey' } as const;

const columns = (): readonly Column<User>[] => [
  {
    id: 'first-name',
    header: message('field.firstName'),
    main: true,
    sort: 'name',
    cell: ({ firstName }) => <Text strong>{firstName}</Text>,
    narrowTitle: (user) => <Text strong>{fullName(user)}</Text>,
  },
  { id: 'last-name', header: message('field.lastName'), cell: ({ lastName }) => lastName },
  { id: 'email', header: message('field.email'), sort: 'email', narrow: 'line', cell: ({ email }) => email },
  {
    id: 'role',
    header: message('field.role'),
    sort: 'role',
    narrow: 'line',
    cell: ({ role, rights }) => (
      <Inline gap={1}>
        <Badge tone={roleTones[role]}>{roleLabel(role)}</Badge>
        {rightsLabels(rights ?? null).map((label) => (
          <Badge key={label} tone="yellow">
            {label}
          </Badge>
        ))}
      </Inline>
    ),
  },
  {
    id: 'status',
    header: message('field.status'),
    narrow: 'line',
    cell: (user) => <UserStatus user={user} />,
  },
  {
    id: 'second-factor',
    header: message('secondFactor.title'),
    cell: (user) => <HasSecondFactor user={user} />,
  },
  {
    id: 'last-login',
    header: message('userList.lastLogin'),
    sort: 'lastLogin',
    cell: ({ lastLogin }) => <LastLogin at={lastLogin} />,
  },
  { id: 'update', header: message('userList.updated'), cell: ({ updatedAt }) => <DateText at={updatedAt} /> },
];

function UserStatus({ user: { isActive, invitedUntil } }: { user: User }) {
  const t = useMessages();
  if (invitedUntil === undefined) return <StatusBadge status={isActive ? 'active' : 'inactive'} />;
  const isExpired = new Date(invitedUntil) <= new Date();
  const label = t(isExpired ? 'userList.invitationExpired' : 'userList.invited');
  return <StatusBadge status="invited" label={label} tone="yellow" />;
}

function HasSecondFactor({ user: { role, hasSecondFactor = false } }: { user: User }) {
  const t = useMessages();
  if (role === 'student') return null;
  if (hasSecondFactor) return <Badge tone="green">{t('secondFactor.on')}</Badge>;
  return <Muted>{t('userList.noSecondFactor')}</Muted>;
}

function LastLogin({ at }: { at: string | null }) {
  const t = useMessages();
  return at === null ? <Muted>{t('userList.never')}</Muted> : <DateText at={at} />;
}

const Muted = ({ children }: { children: string }) => (
  <Text as="span" size="small" muted>
    {children}
  </Text>
);

const toItem = (user: User) => ({ id: user.id, name: fullName(user) });

export function UserList() {
  const t = useMessages();
  const list = useListState(userSorts, { role: roles, isActive: ['true', 'false', 'invited'] });
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

  const created = useCreatedItem(list, rows, page.isFetching);
  const fetchItem = useFetchUser();
  const editor = useItemEditor({
    name: 'form',
    itemType: t('itemType.userCapital'),
    loadForm: async () => (await import(/* webpackChunkName: "user-form" */ './user-form.tsx')).UserForm,
    fetchItem,
    onCreated: created.onCreated,
  });
  const opened = useItemDialog({ itemType: t('itemType.userCapital'), fetchItem });
  const learner = opened.item?.role === 'student' ? opened.item : null;
  useStaffForm(opened.item, (user) => {
    opened.close();
    editor.edit(user.id);
  });
  const [isInviting, setInviting] = useState(false);
  const [isShowingPolicy, setShowingPolicy] = useState(false);
  useHeaderAction(editor.create);

  return (
    <>
      {learner === null ? null : (
        <AccountPage user={learner} onEdit={() => editor.edit(learner.id)} onClose={opened.close} />
      )}
      {/* It stays what it is, for whoever comes back from a page. */}
      <ViewBody style={learner === null ? undefined : { display: 'none' }}>
        <Toolbar
          search={<SearchInput label={t('userList.search')} value={list.search} onChange={list.setSearch} />}
          setFilters={Object.keys(list.filters).length}
          filters={
            <>
              <ListFilter
                list={list}
                name="role"
                label={t('field.role')}
                allLabel={t('userList.allRoles')}
                options={roleOptions()}
              />
              <ListFilter
                list={list}
                name="isActive"
                label={t('field.status')}
                allLabel={t('userList.allStatuses')}
                options={userStatusOptions()}
              />
              <ClearFiltersButton list={list} rows={rows} />
            </>
          }
          actions={
            <>
              <RefreshButton query={page} />
              <Button icon={<KeyRoundIcon aria-hidden="true" />} onClick={() => setShowingPolicy(true)}>
                {t('secondFactor.title')}
              </Button>
              <Button icon={<UserCheckIcon aria-hidden="true" />} onClick={() => setInviting(true)}>
                {t('action.invite')}
              </Button>
              <Button variant="primary" icon={<PlusIcon aria-hidden="true" />} onClick={editor.create}>
                {t('userList.create')}
              </Button>
            </>
          }
        />
        {created.notice}
        <Card flush>
          <DataTable
            caption={t('itemType.usersCapital')}
            columns={[...columns(), ...addedColumns]}
            rows={rows}
            rowKey={({ id }) => id}
            rowName={fullName}
            sorting={{ value: list.sort, onChange: list.setSort }}
            refreshing={page.isFetching}
            error={listErrorProps(t('itemType.usersCapital'), page.error, page.refetch)}
            empty={
              <ListEmptyState
                title={t('userList.empty')}
                hasActiveFilters={list.hasActiveFilters}
                onClear={list.clearFilters}
                createLabel={t('userList.create')}
                onCreate={editor.create}
              />
            }
            onOpen={(user) => (user.role === 'student' ? opened.show(user) : editor.edit(user.id))}
            addressOf={opened.addressOf}
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
        <ListPagination list={list} rows={rows} total={page.data} itemsLabel={t('itemType.users')} />
        {editor.form}
        {isShowingPolicy ? (
          <Suspense fallback={null}>
            <SecondFactorPolicyDialog onClose={() => setShowingPolicy(false)} />
          </Suspense>
        ) : null}
        {isInviting ? (
          <Suspense fallback={null}>
            <InviteForm onInvited={created.onCreated} onClose={() => setInviting(false)} />
          </Suspense>
        ) : null}
      </ViewBody>
    </>
  );
}

function AccountPage({ user, ...props }: { user: User; onEdit: () => void; onClose: () => void }) {
  return <LazyLearnerPage id={user.id} user={useUser(user)} {...props} />;
}

/** An address names staff as it does learners: of staff, it opens the form. */
function useStaffForm(user: User | null, open: (user: User) => void): void {
  const openForm = useEffectEvent(open);
  useEffect(() => {
    if (user !== null && user.role !== 'student') openForm(user);
  }, [user]);
}
