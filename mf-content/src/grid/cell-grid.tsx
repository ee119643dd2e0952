import { usePreventEscapeClose } from '@khmer-learning/console-kit';
import {
  Button,
  color,
  fontSize,
  fontWeight,
  IconButton,
  Inline,
  langProps,
  RedoIcon,
  radius,
  Stack,
  space,
  Text,
  UndoIcon,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styled, { css } from 'styled-components';
import { VirtualList, type VirtualListHandle, virtualizationThreshold } from '../lists/virtual-list.tsx';
import { CellEditor } from './cell-editor.tsx';
import {
  type Area,
  boundsOf,
  copy,
  fillDown,
  formatTable,
  type Grid,
  type GridColumn,
  keyOf,
  type Place,
  parseTable,
  paste,
  placesIn,
  redo,
  setCells,
  textAt,
  undo,
} from './grid-cells.ts';
import { useMessages } from './messages/messages.ts';

/* On a narrow screen it is scrolled sideways, in its box. */
const Frame = styled.div`
  position: relative;
  overflow-x: auto;
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surface')};
`;

const Table = styled.div<{ $minWidth: string }>`min-width: ${({ $minWidth }) => $minWidth};`;

const rowStyle = css`
  display: grid;
  border-bottom: 1px solid ${color('border')};
`;
const HeadRow = styled.div`
  ${rowStyle}
  background: ${color('surfaceSunken')};
  font-size: ${fontSize.small};
  font-weight: ${fontWeight.medium};
`;
const Row = styled.div`${rowStyle}`;

const cellStyle = css`
  min-width: 0;
  padding: ${space(1.5)} ${space(2)};
  border-inline-start: 1px solid ${color('border')};
  overflow-wrap: anywhere;
  &:first-child { border-inline-start: 0; }
  &:lang(km) { line-height: 1.9; }
`;
const HeadCell = styled.div`${cellStyle}`;
const Cell = styled.div`
  ${cellStyle}
  cursor: cell;
  &[data-changed] { background: ${color('yellowSoft')}; color: ${color('yellowText')}; }
  &[aria-selected='true'] { background: ${color('accentSoft')}; color: ${color('text')}; }
  &[aria-readonly='true'] { background: ${color('surfaceSunken')}; cursor: default; }
  &[aria-invalid='true'] { box-shadow: inset 0 0 0 1px ${color('dangerText')}; }
  &:focus-visible { outline: 2px solid ${color('focus')}; outline-offset: -2px; }
`;
const CellText = styled.span`
  display: -webkit-box;
  overflow: hidden;
  white-space: pre-line;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
`;
export const Problem = styled.span`
  display: block;
  color: ${color('dangerText')};
  font-size: ${fontSize.small};
`;

const pageSize = 10;

interface CellGridProps {
  label: string;
  columns: readonly GridColumn[];
  grid: Grid;
  rowKeys: readonly (string | number)[];
  /** The heading of the first column, which says what a row is. */
  rowHeader: string;
  renderRowHeader: (row: number) => ReactNode;
  problemAt: (place: Place, isChanged: boolean) => string | undefined;
  minWidth: string;
  /** The cell that is selected first, and in sight. Default: the first one. */
  start?: Place;
  /** What has happened, for screen readers. */
  said: string;
  onChange: (grid: Grid, said?: string) => void;
  renderActions?: (area: Area) => ReactNode;
}

const firstCell: Place = { row: 0, column: 0 };

export function CellGrid({
  label,
  columns,
  grid,
  rowKeys,
  rowHeader,
  renderRowHeader,
  problemAt,
  minWidth,
  start = firstCell,
  said,
  onChange,
  renderActions,
}: CellGridProps) {
  const t = useMessages();
  const [area, onSelect] = useState<Area>({ from: start, to: start });
  const root = useRef<HTMLDivElement>(null);
  const virtualList = useRef<VirtualListHandle>(null);
  /** What the editor of the active cell begins with; null while none is open. */
  const [edited, setEdited] = useState<string | null>(null);
  const active = area.to;
  const isSeveral = keyOf(area.from) !== keyOf(area.to);
  usePreventEscapeClose(edited !== null || isSeveral, root);

  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const cell = root.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    const box = frame.current;
    if (box && cell && cell.offsetLeft + cell.offsetWidth > box.clientWidth) box.scrollLeft = cell.offsetLeft;
  }, []);

  const pendingFocus = useRef(false);
  const focusActive = () => {
    if (!pendingFocus.current) return;
    const cell = root.current?.querySelector<HTMLElement>(`[data-cell="${keyOf(active)}"]`);
    if (!cell) virtualList.current?.scrollToIndex(active.row);
    else {
      pendingFocus.current = false;
      cell.focus();
      cell.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    }
  };
  useLayoutEffect(focusActive);

  const clamp = ({ row, column }: Place): Place => ({
    row: Math.min(Math.max(row, 0), rowKeys.length - 1),
    column: Math.min(Math.max(column, 0), columns.length - 1),
  });
  const go = (to: Place, extends_ = false) => {
    pendingFocus.current = true;
    setEdited(null);
    onSelect({ from: extends_ ? area.from : clamp(to), to: clamp(to) });
  };
  const change = (next: Grid, said?: (cells: number) => string) => {
    pendingFocus.current = true;
    onChange(next, next === grid ? undefined : said?.(placesIn(area).length));
  };
  const edit = (text: string) => {
    if (grid.stored[active.row]?.[active.column] !== undefined) setEdited(text);
  };
  const commit = (text: string, step: Partial<Place> | null) => {
    onChange(setCells(grid, [[active, text]]));
    if (step === null) setEdited(null);
    else go({ row: active.row + (step.row ?? 0), column: active.column + (step.column ?? 0) });
  };

  const onCommand = (key: string, isShifted: boolean): boolean => {
    if (key === 'd') change(fillDown(grid, area), (count) => t('grid.filled', { count }));
    else if (key === 'z') change(isShifted ? redo(grid) : undo(grid));
    else if (key === 'y') change(redo(grid));
    else if (key === 'a')
      onSelect({ from: { row: 0, column: 0 }, to: { row: rowKeys.length - 1, column: columns.length - 1 } });
    else return false;
    return true;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (edited !== null || altKey) return;
    const moved = moveOf(key, active, isCommand, { row: rowKeys.length - 1, column: columns.length - 1 });
    if (moved) go(moved, shiftKey);
    else if (isCommand) {
      if (!onCommand(key.toLowerCase(), shiftKey)) return;
    } else if (key === 'Enter' || key === 'F2') edit(textAt(grid, active));
    else if (key === 'Delete' || key === 'Backspace')
      change(
        setCells(
          grid,
          placesIn(area).map((place) => [place, ''] as const),
        ),
      );
    else if (key === 'Escape' && isSeveral) go(active);
    else if (isTyped(key)) {
      // The character goes into the editor, which has the focus by then.
      edit('');
      return;
    } else return;
    event.preventDefault();
  };

  const onPaste = (event: ClipboardEvent) => {
    if (edited !== null) return;
    event.preventDefault();
    const table = parseTable(event.clipboardData.getData('text/plain'));
    const next = paste(grid, area, table);
    const isOne = table.length === 1 && table[0]?.length === 1;
    const count = isOne ? placesIn(area).length : table.flat().length;
    change(next, () => t('grid.pasted', { count }));
  };
  const onCopy = (event: ClipboardEvent) => {
    if (edited !== null) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', formatTable(copy(grid, area)));
  };

  const tracks = { gridTemplateColumns: `7rem ${columns.map(({ width }) => width).join(' ')}` };
  const { top, bottom, left, right } = boundsOf(area);

  const renderCell = (column: GridColumn, place: Place) => {
    const isFixed = grid.stored[place.row]?.[place.column] === undefined;
    const text = textAt(grid, place);
    const isChanged = grid.changed.has(keyOf(place));
    const problem = problemAt(place, isChanged);
    const isActive = place.row === active.row && place.column === active.column;
    const isSelected =
      place.row >= top && place.row <= bottom && place.column >= left && place.column <= right;
    return (
      <Cell
        key={column.name}
        role="gridcell"
        aria-colindex={place.column + 2}
        aria-selected={isSelected}
        aria-invalid={problem === undefined ? undefined : true}
        data-cell={keyOf(place)}
        aria-readonly={isFixed ? true : undefined}
        data-changed={isChanged ? '' : undefined}
        data-initial-focus={place.row + place.column === 0 ? '' : undefined}
        tabIndex={isActive ? 0 : -1}
        onClick={(event) => {
          if (isActive && edited === null && !event.shiftKey) edit(text);
          else if (!isActive) go(place, event.shiftKey);
        }}
      >
        {isActive && edited !== null ? (
          <CellEditor
            column={column}
            initial={edited}
            label={column.label}
            onCommit={commit}
            onCancel={() => go(active)}
          />
        ) : (
          <CellText {...langProps(text)}>{text}</CellText>
        )}
        {isChanged ? <VisuallyHidden>{t('grid.changed')}</VisuallyHidden> : null}
        {problem === undefined ? null : <Problem>{problem}</Problem>}
      </Cell>
    );
  };

  const renderRow = (key: string | number, row: number) => (
    <Row key={key} role="row" aria-rowindex={row + 2} style={tracks}>
      <HeadCell role="rowheader" aria-colindex={1}>
        {renderRowHeader(row)}
      </HeadCell>
      {columns.map((column, index) => renderCell(column, { row, column: index }))}
    </Row>
  );

  return (
    <Stack gap={3}>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Inline gap={2}>
        <Button
          size="small"
          aria-keyshortcuts="Control+D"
          onClick={() => onChange(fillDown(grid, area), t('grid.filled', { count: placesIn(area).length }))}
        >
          {t('grid.fillDown')}
        </Button>
        {renderActions?.(area)}
        <IconButton
          label={t('grid.undo')}
          aria-keyshortcuts="Control+Z Meta+Z"
          icon={<UndoIcon aria-hidden="true" />}
          disabled={grid.past.length === 0}
          onClick={() => onChange(undo(grid))}
        />
        <IconButton
          label={t('grid.redo')}
          aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z Control+Y"
          icon={<RedoIcon aria-hidden="true" />}
          disabled={grid.future.length === 0}
          onClick={() => onChange(redo(grid))}
        />
      </Inline>
      <Frame ref={frame}>
        <Table
          ref={root}
          role="grid"
          aria-label={label}
          aria-rowcount={rowKeys.length + 1}
          aria-colcount={columns.length + 1}
          aria-multiselectable
          $minWidth={minWidth}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onCopy={onCopy}
        >
          <HeadRow role="row" aria-rowindex={1} style={tracks}>
            <HeadCell role="columnheader" aria-colindex={1}>
              {rowHeader}
            </HeadCell>
            {columns.map(({ name, label: header }, index) => (
              <HeadCell key={name} role="columnheader" aria-colindex={index + 2}>
                {header}
              </HeadCell>
            ))}
          </HeadRow>
          {rowKeys.length > virtualizationThreshold ? (
            <VirtualList
              ref={virtualList}
              entries={rowKeys.map((key) => ({ key: String(key) }))}
              renderRow={({ key }, index) => renderRow(key, index)}
              onRender={focusActive}
            />
          ) : (
            rowKeys.map(renderRow)
          )}
        </Table>
      </Frame>
      <Text size="small" muted>
        {t('grid.hint')}
      </Text>
    </Stack>
  );
}

/** Whether a key types a character. Named keys have ASCII names; an input method announces itself by two of them. */
const isTyped = (key: string) =>
  key.length === 1 || key === 'Process' || key === 'Unidentified' || /^[^\0-\x7F]/.test(key);

/** Where a key of the ARIA grid pattern leads; null for other keys. */
function moveOf(key: string, { row, column }: Place, toEdge: boolean, last: Place): Place | null {
  const moves: Readonly<Record<string, Place>> = {
    ArrowUp: { row: toEdge ? 0 : row - 1, column },
    ArrowDown: { row: toEdge ? last.row : row + 1, column },
    ArrowLeft: { row, column: toEdge ? 0 : column - 1 },
    ArrowRight: { row, column: toEdge ? last.column : column + 1 },
    Home: { row: toEdge ? 0 : row, column: 0 },
    End: { row: toEdge ? last.row : row, column: last.column },
    PageUp: { row: row - pageSize, column },
    PageDown: { row: row + pageSize, column },
  };
  return moves[key] ?? null;
}
