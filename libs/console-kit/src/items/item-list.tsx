import {
  type ListState,
  useApi,
  useApiMutation,
  useHeaderAction,
  useNavigation,
  userMessageOf,
} from '@khmer-learning/console-sdk';
import { type ListTotal, type MatchedItem, versionLimits } from '@khmer-learning/contracts';
import {
  Button,
  Card,
  type Column,
  DataTable,
  DeleteDialog,
  IconButton,
  LayersIcon,
  SearchInput,
  SettingsIcon,
  Toolbar,
  TrashIcon,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import { NewItemDrafts } from '../drafts/unsaved-drafts.tsx';
import { useListColumns } from '../extensions/use-list-columns.tsx';
import { ListEmptyState } from '../lists/list-empty-state.tsx';
import { listErrorProps } from '../lists/list-error-props.ts';
import { ListPagination } from '../lists/list-pagination.tsx';
import { matchedText } from '../lists/match-line.tsx';
import { SearchedForNotice } from '../lists/mistyped-search.tsx';
import { EditButton } from '../lists/row-buttons.tsx';
import { RowMenu } from '../lists/row-menu.tsx';
import { useCreatedItem } from '../lists/use-created-item.tsx';
import type { ListOfViews } from '../lists/use-list-views.ts';
import { chooseColumns, type ListViews, useListViews } from '../lists/use-list-views.ts';
import { useMessages } from '../messages/messages.ts';
import { useRights } from '../rights/use-rights.ts';
import { deletedItemsOf, type ItemKind } from '../saving/item-kind.ts';
import type { RecentlyDeletedDialogProps } from '../versions/recently-deleted-dialog.tsx';
import { useLazyDialog } from '../versions/use-lazy-dialog.ts';
import { useRestoreDeleted } from '../versions/use-restore-deleted.ts';
import { type ItemEditorOptions, useItemEditor } from './item-editor.tsx';

interface ListedItem {
  readonly id: number;
  readonly title: string;
  /** Absent for what is never a draft. */
  readonly status?: string;
}

type ListedKind = Omit<ItemKind<unknown>, 'fetch'>;

interface ListedItems<Row extends ListedItem> {
  kind: ListedKind;
  /** Plural, in lower case: `main lessons`. */
  itemsLabel: string;
  /** Plural, as a heading: `Main lessons`. */
  caption: string;
  /** From `useListState`. */
  list: ListState;
  /** The rows of the page; undefined while there are none to show. */
  rows: readonly Row[] | undefined;
  query: { isFetching: boolean; error: Error | null; refetch: () => unknown };
}

/** What the rows of an `ItemList` need of it. */
export interface ItemListState<Row extends ListedItem> extends ListedItems<Row> {
  views: ListViews;
  editor: ReturnType<typeof useItemEditor>;
  /** Opens the form of an item, at the line by which a search finds it. */
  open: (id: number, match: MatchedItem | undefined) => void;
  mayCreate: boolean;
  /** The buttons of a row. @param menu the `MenuItem`s of its menu @param isBusy one of these is in progress */
  actionsOf: (row: Row, menu: ReactNode, isBusy?: boolean) => ReactNode;
}

export interface ItemListProps<Row extends ListedItem, Item>
  extends ListedItems<Row>,
    Pick<ItemEditorOptions<Item>, 'name' | 'itemType' | 'loadForm' | 'fetchItem' | 'preset'> {
  /** Whether the signed-in user may create one; by default yes. */
  mayCreate?: boolean;
  /** The main lesson that a row is or is in, null for none: rows that the user may not delete have no such action. */
  mainLessonOf?: (row: Row) => number | null;
  /** The form has no buttons for the next and the previous row. */
  withoutNeighbours?: boolean;
  searchLabel: string;
  /** The words that the rows are of, when nothing has those that were typed, and what searches for these alone. */
  searchedFor?: { readonly text: string | undefined; readonly searchExactly: () => void };
  filters?: ReactNode;
  /** In the toolbar, after the button `Recently deleted`. */
  actions?: ReactNode;
  /** The question before a row is deleted. Default: a `DeleteItemDialog` without consequences. */
  deleteDialog?: (row: Row, onClose: () => void) => ReactNode;
  /** The page of one item, which is shown in place of the list, as long as it is not null. */
  page?: (items: ItemListState<Row>) => ReactNode;
  /** The rows, as an `ItemTable` or otherwise, and the list's dialogs. */
  children: (items: ItemListState<Row>) => ReactNode;
}

const toItem = ({ id, title }: ListedItem) => ({ id, name: title });

/** The view of a list of items: toolbar, drafts, rows, the open form and the deletion. It says when it hides what was created. */
export function ItemList<Row extends ListedItem, Item extends { id: number }>({
  name,
  itemType,
  loadForm,
  fetchItem,
  preset,
  mayCreate = true,
  mainLessonOf,
  withoutNeighbours = false,
  searchLabel,
  searchedFor,
  filters,
  actions,
  deleteDialog,
  page = () => null,
  children,
  ...items
}: ItemListProps<Row, Item>) {
  const { kind, list, rows } = items;
  const created = useCreatedItem(list, rows, items.query.isFetching);
  const editor = useItemEditor({
    name,
    itemType,
    loadForm,
    fetchItem,
    preset,
    rowIds: withoutNeighbours ? [] : rows?.map(({ id }) => id),
    onCreated: created.onCreated,
  });
  const { openView, currentView } = useNavigation();
  const open: ItemListState<Row>['open'] = (id, match) => {
    const find = match && matchedText(match);
    if (find === undefined) editor.edit(id);
    else void openView(currentView, { item: id, find });
  };
  useHeaderAction(mayCreate ? editor.create : null);
  const { mayPublish, mayChange } = useRights();
  const mayDelete = (row: Row) =>
    (mayPublish || row.status === 'draft') && (mainLessonOf === undefined || mayChange(mainLessonOf(row)));
  const [deleting, setDeleting] = useState<Row | null>(null);
  const stopDeleting = () => setDeleting(null);
  const actionsOf = (row: Row, menu: ReactNode, isBusy = false) => (
    <>
      <EditButton name={row.title} loading={editor.isOpening(row.id)} onClick={() => editor.edit(row.id)} />
      <RowMenu
        name={row.title}
        loading={isBusy}
        extensions={{ entity: kind.entity, item: toItem(row) }}
        {...(mayDelete(row) ? { onDelete: () => setDeleting(row) } : {})}
      >
        {menu}
      </RowMenu>
    </>
  );
  const views = useListViews(list);
  const state = { ...items, views, editor, open, mayCreate, actionsOf };
  const shownPage = page(state);
  return (
    <>
      {shownPage}
      {/* It stays what it is, for whoever comes back from a page. */}
      <ViewBody style={shownPage === null ? undefined : { display: 'none' }}>
        <Toolbar
          search={<SearchInput label={searchLabel} value={list.search} onChange={list.setSearch} />}
          filters={filters}
          setFilters={Object.keys(list.filters).length}
          actions={
            <>
              <ListViewsButton list={list} views={views} />
              <RecentlyDeletedButton {...deletedItemsOf(kind)} itemsLabel={items.itemsLabel} />
              {actions}
            </>
          }
        />
        <NewItemDrafts form={kind.entity} itemType={kind.itemType} onContinue={editor.continueDraft} />
        {created.notice}
        {searchedFor?.text === undefined || list.search === '' ? null : (
          <SearchedForNotice
            search={list.search}
            searchedFor={searchedFor.text}
            onSearchExactly={searchedFor.searchExactly}
          />
        )}
        {children(state)}
        {deleting === null
          ? null
          : (deleteDialog?.(deleting, stopDeleting) ?? (
              <DeleteItemDialog kind={kind} item={deleting} onClose={stopDeleting} />
            ))}
        {editor.form}
      </ViewBody>
    </>
  );
}

export interface ItemTableProps<Row extends ListedItem> {
  /** From `ItemList`. */
  items: ItemListState<Row>;
  columns: readonly ListColumn<Row>[];
  /** The response of the list, which has the number of rows on all pages; absent for a list without pages. */
  total?: ListTotal | undefined;
  /** `No lessons found`. */
  emptyTitle: string;
  /** A hint for a list without any items. */
  emptyHint?: string;
  createLabel: string;
  actionsHeader?: string;
  /** What a click on a row opens, with its address. Default: the form. */
  opening?: { onOpen: (row: Row) => void; addressOf: (row: Row) => string };
  /** The line by which a search finds a row: the form opens there. */
  findIn?: (row: Row) => MatchedItem | undefined;
  selection?: { selected: ReadonlySet<number>; onChange: (selected: ReadonlySet<number>) => void };
  /** The `MenuItem`s of a row's menu. */
  menu?: (row: Row) => ReactNode;
  isBusy?: (row: Row) => boolean;
}

export type ListColumn<Row> = Column<Row> & {
  /** Whether it is shown only to who has chosen it. */
  readonly optional?: boolean;
};

/** The table of a list of items, with the columns and actions that other remotes add, and its pagination. */
export function ItemTable<Row extends ListedItem>({
  items,
  columns,
  total,
  emptyTitle,
  emptyHint,
  createLabel,
  opening,
  findIn = () => undefined,
  menu = () => null,
  isBusy = () => false,
  ...table
}: ItemTableProps<Row>) {
  const { caption, list, rows, query, editor, mayCreate } = items;
  const t = useMessages();
  const all: readonly ListColumn<Row>[] = [...columns, ...useListColumns(items.kind.entity, rows, toItem)];
  const shown = chooseColumns<ListColumn<Row>>(all, items.views.columns);
  const { Dialog: ColumnsDialog, ...choosing } = useLazyDialog(
    async () =>
      (await import(/* webpackChunkName: "columns-dialog" */ '../lists/columns-dialog.tsx')).ColumnsDialog,
  );
  return (
    <>
      <Card flush>
        <DataTable
          {...table}
          caption={caption}
          columns={shown}
          fixed
          headAction={
            items.views.isLoaded ? (
              <IconButton
                size="small"
                label={t('columnsDialog.title')}
                icon={<SettingsIcon aria-hidden="true" />}
                loading={choosing.isOpening}
                onClick={choosing.open}
              />
            ) : undefined
          }
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
          {...(all.some(({ sort }) => sort !== undefined)
            ? { sorting: { value: list.sort, onChange: list.setSort } }
            : {})}
          refreshing={query.isFetching}
          error={listErrorProps(caption, query.error, query.refetch)}
          empty={
            <ListEmptyState
              title={emptyTitle}
              hint={emptyHint}
              hasActiveFilters={list.hasActiveFilters}
              onClear={list.clearFilters}
              {...(mayCreate ? { createLabel, onCreate: editor.create } : {})}
            />
          }
          onOpen={opening?.onOpen ?? ((row) => items.open(row.id, findIn(row)))}
          addressOf={opening?.addressOf ?? editor.addressOf}
          actions={(row) => items.actionsOf(row, menu(row), isBusy(row))}
        />
      </Card>
      {ColumnsDialog === null ? null : (
        <ColumnsDialog views={items.views} columns={all} shown={shown} onClose={choosing.close} />
      )}
      {total === undefined ? null : (
        <ListPagination list={list} rows={rows} total={total} itemsLabel={items.itemsLabel} />
      )}
    </>
  );
}

export interface DeleteItemDialogProps
  extends Pick<ComponentProps<typeof DeleteDialog>, 'consequence' | 'confirmDisabled' | 'children'> {
  kind: ListedKind;
  item: ListedItem;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks for confirmation and deletes an item. The toast afterwards offers to bring it back. */
export function DeleteItemDialog({
  kind,
  item,
  onClose,
  onDeleted = () => {},
  ...dialog
}: DeleteItemDialogProps) {
  const api = useApi();
  const restoring = useRestoreDeleted(deletedItemsOf(kind));
  const { mutateAsync } = useApiMutation({
    call: (id: number) => api.call(kind.endpoints.delete, { params: { id } }),
    successMessage: kind.messages.deleted,
    failureMessage: kind.messages.deleteFailed,
    changes: [kind.entity],
    onUndo: restoring.mutate,
  });
  return (
    <DeleteDialog
      {...dialog}
      open
      onOpenChange={(open) => !open && onClose()}
      itemType={kind.itemType}
      itemName={item.title}
      restorableDays={versionLimits.deletedDays}
      onConfirm={() => mutateAsync(item.id, { onSuccess: onDeleted })}
      describeError={(error) => userMessageOf(error, kind.messages.deleteFailed)}
    />
  );
}

const ListViewsMenu = lazy(
  () => import(/* webpackChunkName: "list-views-menu" */ '../lists/list-views-menu.tsx'),
);

/** The menu of a list's saved views, whose code is loaded after the list. */
function ListViewsButton(props: ListOfViews) {
  const t = useMessages();
  if (props.views.isError) return null;
  const loading = (
    <Button disabled icon={<LayersIcon aria-hidden="true" />}>
      {t('listViews.views')}
    </Button>
  );
  return props.views.isLoaded ? (
    <Suspense fallback={loading}>
      <ListViewsMenu {...props} />
    </Suspense>
  ) : (
    loading
  );
}

type RecentlyDeletedButtonProps = Omit<RecentlyDeletedDialogProps, 'onClose'>;

/** The button `Recently deleted` of a list. It opens the deleted items, which can be restored. */
export function RecentlyDeletedButton(props: RecentlyDeletedButtonProps) {
  const t = useMessages();
  const { Dialog, open, close, isOpening } = useLazyDialog(
    async () =>
      (
        await import(
          /* webpackChunkName: "recently-deleted-dialog" */ '../versions/recently-deleted-dialog.tsx'
        )
      ).RecentlyDeletedDialog,
  );
  return (
    <>
      <Button icon={<TrashIcon aria-hidden="true" />} loading={isOpening} onClick={open}>
        {t('recentlyDeleted.button')}
      </Button>
      {Dialog === null ? null : <Dialog {...props} onClose={close} />}
    </>
  );
}
