import type { ReactNode } from 'react';
import { ErrorPanel, type ErrorPanelProps } from '../feedback/error-panel.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import { Checkbox } from '../forms/checkbox.tsx';
import { VisuallyHidden } from '../text/visually-hidden.ts';
import {
  Actions,
  ActionsCell,
  Body,
  Caption,
  CardSorting,
  Cell,
  CellLabel,
  CellValue,
  Frame,
  Head,
  HeadCell,
  HeadRow,
  MainCell,
  MainValue,
  Row,
  SelectAllText,
  SelectCell,
  SelectHeadCell,
  Table,
} from './data-table-style.ts';
import { SortButton, sortDirection } from './sort-button.tsx';
import { type Sorting, SortSelect } from './sort-select.tsx';

export interface Column<Item> {
  id: string;
  header: string;
  cell: (item: Item) => ReactNode;
  /** `end` for numbers. */
  align?: 'start' | 'end';
  /** Any CSS width. Default: automatic. */
  width?: string;
  /** Keeps short values, such as dates and amounts, on one line. */
  nowrap?: boolean;
  /** The column that names the row. It is the title of the row's card on a narrow screen. Default: the first column. */
  main?: boolean;
  /** What the list is sorted by when the header is clicked, in the words of its API: `title`. Needs `sorting`. */
  sort?: string;
}

export interface DataTableProps<Item, Key extends string | number> {
  /** The table's name for screen readers: `Lessons`. */
  caption: string;
  columns: readonly Column<Item>[];
  /** undefined while loading: skeleton rows are shown. */
  rows: readonly Item[] | undefined;
  rowKey: (item: Item) => Key;
  /** The row's name, for the label of its checkbox. */
  rowName: (item: Item) => string;
  /** Shown when there are no rows: an `EmptyState`. */
  empty: ReactNode;
  /** The error panel, shown instead of the rows when they could not be loaded. */
  error?: Pick<ErrorPanelProps, 'title' | 'message' | 'requestId' | 'onRetry'> | undefined;
  /** Newer rows are being fetched. The current rows stay visible. */
  refreshing?: boolean;
  /** The buttons of a row: `IconButton`s with the size `small`. */
  actions?: (item: Item) => ReactNode;
  actionsHeader?: string;
  /** Adds a column of checkboxes. */
  selection?: { selected: ReadonlySet<Key>; onChange: (selected: ReadonlySet<Key>) => void };
  /** The order of the list. On a narrow screen, a select replaces the headers. */
  sorting?: Sorting;
  /** Number of skeleton rows while loading. */
  skeletonRows?: number;
}

/** A copy of `selected` with `keys` added or removed. */
function toggleKeys<Key>(
  selected: ReadonlySet<Key>,
  keys: readonly Key[],
  included: boolean,
): ReadonlySet<Key> {
  const next = new Set(selected);
  for (const key of keys) {
    if (included) next.add(key);
    else next.delete(key);
  }
  return next;
}

function skeletonKeys(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `placeholder ${index + 1}`);
}

/**
 * A table with its loading, error and empty states.
 * In a container of less than about 700 px, each row becomes a card with labelled values. The ARIA roles are explicit
 * because table elements lose theirs when CSS changes their `display`.
 */
export function DataTable<Item, Key extends string | number>({
  caption,
  columns,
  rows,
  rowKey,
  rowName,
  empty,
  error,
  refreshing = false,
  actions,
  actionsHeader = 'Actions',
  selection,
  sorting,
  skeletonRows = 6,
}: DataTableProps<Item, Key>) {
  if (error) {
    return <ErrorPanel {...error} retrying={refreshing} />;
  }
  if (rows?.length === 0) return empty;

  const keys = rows?.map(rowKey) ?? [];
  const selectedOnPage = selection ? keys.filter((key) => selection.selected.has(key)).length : 0;
  const mainId = (columns.find((column) => column.main) ?? columns[0])?.id;

  return (
    <Frame>
      {sorting ? (
        <CardSorting>
          <SortSelect
            {...sorting}
            options={columns.flatMap(({ sort, header }) => (sort ? [{ sort, label: header }] : []))}
          />
        </CardSorting>
      ) : null}
      <Table role="table" aria-busy={rows === undefined || refreshing}>
        <Caption>{rows === undefined ? `${caption}, loading` : caption}</Caption>
        <Head role="rowgroup">
          <HeadRow role="row">
            {selection ? (
              <SelectHeadCell role="columnheader" scope="col" $end={false} $width="1%">
                <Checkbox
                  aria-label="Select all rows on this page"
                  disabled={keys.length === 0}
                  checked={keys.length > 0 && selectedOnPage === keys.length}
                  indeterminate={selectedOnPage > 0 && selectedOnPage < keys.length}
                  onChange={(event) =>
                    selection.onChange(toggleKeys(selection.selected, keys, event.target.checked))
                  }
                />
                <SelectAllText aria-hidden="true">Select all</SelectAllText>
              </SelectHeadCell>
            ) : null}
            {columns.map((column) => (
              <HeadCell
                key={column.id}
                role="columnheader"
                scope="col"
                aria-sort={sorting && column.sort ? sortDirection(sorting, column.sort) : undefined}
                $end={column.align === 'end'}
                $width={column.width ?? (rows === undefined && column.id === mainId ? '40%' : undefined)}
              >
                {sorting && column.sort ? (
                  <SortButton sorting={sorting} sort={column.sort} header={column.header} />
                ) : (
                  column.header
                )}
              </HeadCell>
            ))}
            {actions ? (
              <HeadCell role="columnheader" scope="col" $end $width="1%">
                {actionsHeader}
              </HeadCell>
            ) : null}
          </HeadRow>
        </Head>
        <Body role="rowgroup">
          {rows === undefined
            ? skeletonKeys(skeletonRows).map((name) => (
                <SkeletonRow
                  key={name}
                  columns={columns}
                  mainId={mainId}
                  selectable={selection !== undefined}
                  withActions={actions !== undefined}
                />
              ))
            : rows.map((item) => {
                const key = rowKey(item);
                const selected = selection?.selected.has(key) ?? false;
                return (
                  <Row key={key} role="row" $selected={selected}>
                    {selection ? (
                      <SelectCell role="cell" $end={false}>
                        <Checkbox
                          aria-label={`Select ${rowName(item)}`}
                          checked={selected}
                          onChange={(event) =>
                            selection.onChange(toggleKeys(selection.selected, [key], event.target.checked))
                          }
                        />
                      </SelectCell>
                    ) : null}
                    {columns.map((column) => (
                      <ValueCell key={column.id} column={column} main={column.id === mainId}>
                        {column.cell(item)}
                      </ValueCell>
                    ))}
                    {actions ? (
                      <ActionsCell role="cell" $end>
                        <Actions>{actions(item)}</Actions>
                      </ActionsCell>
                    ) : null}
                  </Row>
                );
              })}
        </Body>
      </Table>
    </Frame>
  );
}

interface ValueCellProps {
  column: { header: string; align?: 'start' | 'end'; nowrap?: boolean };
  main: boolean;
  children: ReactNode;
}

function ValueCell({ column, main, children }: ValueCellProps) {
  const end = column.align === 'end';
  if (main) {
    return (
      <MainCell role="cell" $end={end}>
        <MainValue>{children}</MainValue>
      </MainCell>
    );
  }
  return (
    <Cell role="cell" $end={end}>
      <CellLabel aria-hidden="true">{column.header}</CellLabel>
      <CellValue $nowrap={column.nowrap ?? false}>{children}</CellValue>
    </Cell>
  );
}

interface SkeletonRowProps {
  columns: readonly { id: string; header: string; align?: 'start' | 'end' }[];
  mainId: string | undefined;
  selectable: boolean;
  withActions: boolean;
}

function SkeletonRow({ columns, mainId, selectable, withActions }: SkeletonRowProps) {
  return (
    <Row role="row" $selected={false}>
      {selectable ? (
        <SelectCell role="cell" $end={false}>
          <Skeleton width="1rem" height="1rem" />
        </SelectCell>
      ) : null}
      {columns.map((column) => (
        <ValueCell key={column.id} column={column} main={column.id === mainId}>
          <Skeleton width={column.id === mainId ? '70%' : '4.5rem'} height="1rem" />
        </ValueCell>
      ))}
      {withActions ? (
        <ActionsCell role="cell" $end>
          <VisuallyHidden>Loading</VisuallyHidden>
          <Skeleton width="5rem" height="1.875rem" />
        </ActionsCell>
      ) : null}
    </Row>
  );
}
