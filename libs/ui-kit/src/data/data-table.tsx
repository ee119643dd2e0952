import type { ReactNode } from 'react';
import { ErrorPanel, type ErrorPanelProps } from '../feedback/error-panel.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import { Checkbox } from '../forms/checkbox.tsx';
import { useMessages } from '../messages/messages.ts';
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
  HiddenCell,
  Icon,
  LineCell,
  MainCell,
  MainValue,
  NarrowOnly,
  PictureCell,
  Row,
  SelectAllText,
  SelectCell,
  SelectHeadCell,
  Table,
  Titles,
  WideOnly,
} from './data-table-style.ts';
import { openableRowProps, RowLink, type RowOpening, useRowKeys } from './openable-row.tsx';
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
  /** The column that names the row. It is the row's title on a narrow screen. Default: the first column. */
  main?: boolean;
  /** Main column: a picture before the value. */
  icon?: (item: Item) => ReactNode;
  /** Main column: a line below the value. */
  description?: (item: Item) => ReactNode;
  /** Main column: the value on a narrow screen, such as a full name. Default: the value of `cell`. */
  narrowTitle?: (item: Item) => ReactNode;
  /**
   * On a narrow screen: in the `line` below the title, or a `picture` before both. If any column has it, rows take two lines and other
   * columns are for screen readers only. If none has it, rows are cards with labelled values.
   */
  narrow?: 'line' | 'picture';
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
  /** A click on a row that is not on one of its controls, or Enter on its link, opens the item. `j` and `k` move between rows. */
  onOpen?: (item: Item) => void;
  /** The address of what `onOpen` opens, for new tabs: `#/lessons?open=12`. */
  addressOf?: (item: Item) => string;
  /** The buttons of a row: `IconButton`s with the size `small`. */
  actions?: (item: Item) => ReactNode;
  actionsHeader?: string;
  /** A small `IconButton` in the header of the actions, such as the one that chooses columns. */
  headAction?: ReactNode;
  /** For a table that fills the page: columns keep their widths, the main one has what they leave, and the head stays in sight. */
  fixed?: boolean;
  /** Adds a column of checkboxes. */
  selection?: { selected: ReadonlySet<Key>; onChange: (selected: ReadonlySet<Key>) => void };
  /** The order of the list. On a narrow screen, a select replaces the headers. */
  sorting?: Sorting;
  /** Number of skeleton rows while loading. */
  skeletonRows?: number;
}

/** The widths of the columns of a fixed table beside the main one, in percent: of each at most, and of all. */
const maxFixedWidth = 13;
const sharedWidth = 54;

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
 * A table with its loading, error and empty states. In a container of less than about 700 px, rows take two lines or become cards
 * (`Column.narrow`). Roles are explicit because table elements lose theirs when CSS changes their `display`.
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
  onOpen,
  addressOf,
  actions,
  actionsHeader,
  headAction,
  fixed = false,
  selection,
  sorting,
  skeletonRows = 6,
}: DataTableProps<Item, Key>) {
  const t = useMessages();
  const table = useRowKeys<HTMLTableElement>();
  if (error) {
    return <ErrorPanel {...error} retrying={refreshing} />;
  }
  if (rows?.length === 0) return empty;

  const keys = rows?.map(rowKey) ?? [];
  const selectedOnPage = selection ? keys.filter((key) => selection.selected.has(key)).length : 0;
  const mainId = (columns.find((column) => column.main) ?? columns[0])?.id;
  const lines = columns.filter(({ narrow }) => narrow === 'line');
  const hasTwoLines = columns.some(({ narrow }) => narrow !== undefined);
  const lineCount = hasTwoLines ? lines.length : null;
  const shown = columns.map(
    (column): ShownColumn<Item> => ({
      ...column,
      place: column.id === mainId ? 'main' : hasTwoLines ? (column.narrow ?? 'hidden') : 'labelled',
      lineIndex: lines.indexOf(column),
    }),
  );

  const widthOf = ({ id, width }: Column<Item>) => {
    if (width !== undefined) return width;
    if (id === mainId) return rows === undefined && !fixed ? '40%' : undefined;
    return fixed ? `${Math.min(maxFixedWidth, sharedWidth / (columns.length - 1))}%` : undefined;
  };

  return (
    <Frame $fixed={fixed}>
      {sorting || headAction ? (
        <CardSorting>
          {sorting ? (
            <SortSelect
              {...sorting}
              options={columns.flatMap(({ sort, header }) => (sort ? [{ sort, label: header }] : []))}
            />
          ) : null}
          {headAction}
        </CardSorting>
      ) : null}
      <Table ref={table} $fixed={fixed} role="table" aria-busy={rows === undefined || refreshing}>
        <Caption>{rows === undefined ? t('dataTable.captionLoading', { caption }) : caption}</Caption>
        <Head role="rowgroup">
          <HeadRow role="row">
            {selection ? (
              <SelectHeadCell role="columnheader" scope="col" $end={false} $width={fixed ? '3.25rem' : '1%'}>
                <Checkbox
                  aria-label={t('dataTable.selectAllRows')}
                  disabled={keys.length === 0}
                  checked={keys.length > 0 && selectedOnPage === keys.length}
                  indeterminate={selectedOnPage > 0 && selectedOnPage < keys.length}
                  onChange={(event) =>
                    selection.onChange(toggleKeys(selection.selected, keys, event.target.checked))
                  }
                />
                <SelectAllText aria-hidden="true">{t('dataTable.selectAll')}</SelectAllText>
              </SelectHeadCell>
            ) : null}
            {columns.map((column) => (
              <HeadCell
                key={column.id}
                role="columnheader"
                scope="col"
                aria-sort={sorting && column.sort ? sortDirection(sorting, column.sort) : undefined}
                $end={column.align === 'end'}
                $width={widthOf(column)}
              >
                {sorting && column.sort ? (
                  <>
                    <WideOnly>
                      <SortButton sorting={sorting} sort={column.sort} header={column.header} />
                    </WideOnly>
                    {/* A select sorts there, and the text still names the cells. */}
                    <NarrowOnly>{column.header}</NarrowOnly>
                  </>
                ) : (
                  column.header
                )}
              </HeadCell>
            ))}
            {actions ? (
              <HeadCell role="columnheader" scope="col" $end $width={fixed ? '8.5rem' : '1%'}>
                {actionsHeader ?? t('dataTable.actions')}
                {headAction ? <WideOnly as="span">{headAction}</WideOnly> : null}
              </HeadCell>
            ) : null}
          </HeadRow>
        </Head>
        <Body role="rowgroup">
          {rows === undefined
            ? skeletonKeys(skeletonRows).map((name) => (
                <SkeletonRow
                  key={name}
                  columns={shown}
                  lineCount={lineCount}
                  selectable={selection !== undefined}
                  withActions={actions !== undefined}
                />
              ))
            : rows.map((item) => {
                const key = rowKey(item);
                const selected = selection?.selected.has(key) ?? false;
                const opening: RowOpening | undefined = onOpen && {
                  onOpen: () => onOpen(item),
                  href: addressOf?.(item),
                };
                return (
                  <Row
                    key={key}
                    role="row"
                    $selected={selected}
                    $opens={opening !== undefined}
                    $lineCount={lineCount}
                    data-two-lines={lineCount === null ? undefined : ''}
                    {...(opening && openableRowProps(opening))}
                  >
                    {selection ? (
                      <SelectCell role="cell" $end={false}>
                        <Checkbox
                          aria-label={t('dataTable.selectRow', { name: rowName(item) })}
                          checked={selected}
                          onChange={(event) =>
                            selection.onChange(toggleKeys(selection.selected, [key], event.target.checked))
                          }
                        />
                      </SelectCell>
                    ) : null}
                    {shown.map((column) => (
                      <ValueCell
                        key={column.id}
                        column={column}
                        icon={column.icon?.(item)}
                        description={column.description?.(item)}
                      >
                        {column.place === 'main' ? titleOf(column, item, opening) : column.cell(item)}
                      </ValueCell>
                    ))}
                    {actions ? (
                      <ActionsCell role="cell" $end>
                        <Actions $rowOpens={opening !== undefined}>{actions(item)}</Actions>
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

type ShownColumn<Item> = Column<Item> & {
  /** Where the value is on a narrow screen. */
  place: 'main' | 'line' | 'picture' | 'hidden' | 'labelled';
  /** The place in the line; -1 for values that are not in it. */
  lineIndex: number;
};

/** The value that names a row, as its link if the row opens. */
function titleOf<Item>(column: Column<Item>, item: Item, opening: RowOpening | undefined): ReactNode {
  const title =
    column.narrowTitle === undefined ? (
      column.cell(item)
    ) : (
      <>
        <WideOnly>{column.cell(item)}</WideOnly>
        <NarrowOnly>{column.narrowTitle(item)}</NarrowOnly>
      </>
    );
  return opening === undefined ? title : <RowLink href={opening.href}>{title}</RowLink>;
}

interface ValueCellProps {
  column: Pick<ShownColumn<never>, 'header' | 'align' | 'nowrap' | 'place' | 'lineIndex'>;
  icon?: ReactNode;
  description?: ReactNode;
  children: ReactNode;
}

function ValueCell({ column, icon, description, children }: ValueCellProps) {
  const { header, align, nowrap = false, place, lineIndex } = column;
  const end = align === 'end';
  if (place === 'main') {
    return (
      <MainCell role="cell" $end={end}>
        <MainValue>
          {icon === undefined ? null : <Icon>{icon}</Icon>}
          <Titles>
            {children}
            {description}
          </Titles>
        </MainValue>
      </MainCell>
    );
  }
  if (place === 'labelled') {
    return (
      <Cell role="cell" $end={end}>
        <CellLabel aria-hidden="true">{header}</CellLabel>
        <CellValue $nowrap={nowrap}>{children}</CellValue>
      </Cell>
    );
  }
  const CompactCell = compactCells[place];
  return (
    <CompactCell role="cell" $end={end} $index={lineIndex}>
      <CellValue $nowrap={nowrap}>{children}</CellValue>
    </CompactCell>
  );
}

const compactCells = { line: LineCell, picture: PictureCell, hidden: HiddenCell } as const;

interface SkeletonRowProps {
  columns: readonly ShownColumn<never>[];
  lineCount: number | null;
  selectable: boolean;
  withActions: boolean;
}

function SkeletonRow({ columns, lineCount, selectable, withActions }: SkeletonRowProps) {
  const t = useMessages();
  return (
    <Row
      role="row"
      $selected={false}
      $opens={false}
      $lineCount={lineCount}
      data-two-lines={lineCount === null ? undefined : ''}
    >
      {selectable ? (
        <SelectCell role="cell" $end={false}>
          <Skeleton width="1rem" height="1rem" />
        </SelectCell>
      ) : null}
      {columns.map((column) => (
        <ValueCell key={column.id} column={column}>
          <Skeleton width={column.place === 'main' ? '70%' : '4.5rem'} height="1rem" />
        </ValueCell>
      ))}
      {withActions ? (
        <ActionsCell role="cell" $end>
          <VisuallyHidden>{t('loading.status')}</VisuallyHidden>
          <Skeleton width="4rem" height="1.875rem" />
        </ActionsCell>
      ) : null}
    </Row>
  );
}
