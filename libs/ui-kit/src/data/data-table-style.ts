import styled, { css } from 'styled-components';
import {
  color,
  fontSize,
  fontWeight,
  headerHeight,
  narrowBreakpoint,
  space,
  touchTarget,
} from '../foundation/tokens.ts';
import { visuallyHiddenStyle } from '../text/visually-hidden.ts';

/* Container queries make the layout depend on the table's width, not the window's, so it also fits into a dialog. */
export const Frame = styled.div<{ $fixed: boolean }>`
  position: relative;
  container-type: inline-size;
  min-width: 0;
  /* A head does not stick to the page within what scrolls. */
  overflow-x: ${({ $fixed }) => ($fixed ? 'clip' : 'auto')};
  /* On a phone, what selects all rows and what sorts them share a line. */
  @media (max-width: ${narrowBreakpoint}) { display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: center; }
`;

/** In a narrower container, rows take two lines or become cards: six columns do not fit. */
const minTableWidth = '740px';

const asCard = (rules: ReturnType<typeof css>) => css`@container (max-width: ${minTableWidth}) { ${rules} }`;

/** In a container of a phone's width, a line has room for two values. */
const minLineWidth = '26rem';
const valuesInShortLine = 2;

/** The order of a list of cards, which have no headers to sort by. */
export const CardSorting = styled.div`
  display: none;
  ${asCard(css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${space(2)};
    padding: ${space(2.5)} ${space(4)};
    border-bottom: 1px solid ${color('border')};
  `)}
  @media (max-width: ${narrowBreakpoint}) { grid-area: 1 / 2; padding-block: ${space(1)}; border: 0; }
`;

export const Table = styled.table<{ $fixed: boolean }>`
  width: 100%;
  border-collapse: collapse;
  ${({ $fixed }) =>
    $fixed &&
    css`
      table-layout: fixed;
      @container (width > ${minTableWidth}) {
        & th {
          position: sticky;
          top: ${headerHeight};
          /* A border stays with the rows. */
          box-shadow: inset 0 -1px ${color('border')};
          overflow-wrap: anywhere;
          white-space: normal;
        }
        /* What takes the focus is not below the head. */
        & :is(td button, td input) { scroll-margin-top: 4rem; }
      }
    `}
  ${asCard(css`display: block;`)}
  @media (max-width: ${narrowBreakpoint}) { display: contents; }
`;

export const Caption = styled.caption`${visuallyHiddenStyle}`;

export const Head = styled.thead`
  ${asCard(css`display: block;`)}
`;

export const HeadRow = styled.tr`
  ${asCard(css`position: relative; display: block;`)}
`;

export const Body = styled.tbody`
  ${asCard(css`display: block;`)}
  @media (max-width: ${narrowBreakpoint}) { grid-column: 1 / -1; border-top: 1px solid ${color('border')}; }
`;

export const HeadCell = styled.th<{ $end: boolean; $width: string | undefined }>`
  width: ${({ $width }) => $width ?? 'auto'};
  padding: ${space(2.5)} ${space(3)};
  border-bottom: 1px solid ${color('border')};
  background: ${color('surfaceSunken')};
  color: ${color('textMuted')};
  font-size: ${fontSize.tiny};
  font-weight: ${fontWeight.semibold};
  letter-spacing: 0.01em;
  text-align: ${({ $end }) => ($end ? 'right' : 'left')};
  white-space: nowrap;

  & input {
    display: block;
  }
  /* It makes the head no higher. */
  & > span > button { margin: -${space(2)} 0 -${space(2)} ${space(1)}; vertical-align: middle; }
  &:first-child { padding-left: ${space(5)}; }
  &:last-child { padding-right: ${space(5)}; }

  ${asCard(visuallyHiddenStyle)}
  /* Cards are sorted by a select: a hidden button must not take the focus. Its text still names the cells. */
`;

/* The line below the title is a row of grid tracks, which shrink together; the last track takes the space that is left. */
const twoLines = (lineCount: number) => css`
  position: relative;
  display: grid;
  grid-template-columns: auto auto repeat(${lineCount}, minmax(0, auto)) minmax(0, 1fr) auto;
  align-items: center;
  padding: ${space(2)} ${space(1)} ${space(2)} ${space(4)};
`;

const card = css`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)} 0;
  padding: ${space(3.5)} ${space(4)};
`;

export const Row = styled.tr<{ $selected: boolean; $opens: boolean; $lineCount: number | null }>`
  background: ${({ $selected }) => ($selected ? color('surfaceSelected') : 'transparent')};
  cursor: ${({ $opens }) => ($opens ? 'pointer' : 'auto')};

  &:not(:last-child) > td { border-bottom: 1px solid ${color('border')}; }
  &:hover { background: ${({ $selected }) => color($selected ? 'surfaceSelected' : 'surfaceHover')}; }
  &:has([data-row-link]:focus-visible) {
    background: ${({ $selected }) => color($selected ? 'surfaceSelected' : 'surfaceHover')};
    box-shadow: inset 3px 0 0 ${color('focus')};
  }

  ${({ $lineCount }) =>
    asCard(css`
      ${$lineCount === null ? card : twoLines($lineCount)}
      &:not(:last-child) { border-bottom: 1px solid ${color('border')}; }
      &:not(:last-child) > td { border-bottom: 0; }
    `)}
`;

export const Cell = styled.td<{ $end: boolean }>`
  padding: ${space(2.5)} ${space(3)};
  text-align: ${({ $end }) => ($end ? 'right' : 'left')};
  font-variant-numeric: tabular-nums;
  vertical-align: middle;

  &:first-child { padding-left: ${space(5)}; }
  &:last-child { padding-right: ${space(5)}; }

  ${asCard(css`
    display: flex;
    flex: 1 1 16rem;
    align-items: baseline;
    gap: ${space(3)};
    min-width: 0;
    padding: 0;
    text-align: left;
    /* A picture has no text baseline. */
    &:has(img) { align-items: center; }
    &:first-child, &:last-child { padding-inline: 0; }
  `)}
`;

/** The column's name inside a card. Hidden from screen readers, which use the table header. */
export const CellLabel = styled.span`
  display: none;
  ${asCard(css`
    display: block;
    flex: 0 0 7rem;
    color: ${color('textMuted')};
    font-size: ${fontSize.small};
  `)}
`;

/* A cell is as wide as its longest word, up to a limit; longer words are broken. */
export const CellValue = styled.div<{ $nowrap: boolean }>`
  max-width: 20rem;
  overflow-wrap: break-word;
  white-space: ${({ $nowrap }) => ($nowrap ? 'nowrap' : 'normal')};
  ${asCard(css`flex: 1; min-width: 0; max-width: none; white-space: normal; overflow-wrap: anywhere;`)}
`;

/* The place of a picture or icon in a row of two lines. A third line is the one that goes on below. */
const besideBothLines = css`
  grid-area: 1 / 2 / span 3 / 3;
  align-self: center;
  margin-right: ${space(3)};
`;

/** A value in the line below the title. It is cut where the line ends; a stack of values and a third value go on below. */
export const LineCell = styled(Cell)<{ $index: number }>`
  ${({ $index }) =>
    asCard(css`
      grid-area: 2 / ${$index + 3};
      align-self: start;
      display: flex;
      align-items: flex-start;
      gap: 0;
      color: ${color('textMuted')};
      font-size: ${fontSize.small};
      overflow: hidden;
      & > div { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      /* A stack of values takes one line if it has room. */
      & > div > * { flex-flow: row wrap; align-items: center; }
      ${$index > 0 && "&::before { content: '·'; flex: none; margin-inline: 0.375rem; }"}
      @container (max-width: ${minLineWidth}) {
        grid-area: ${2 + Math.floor($index / valuesInShortLine)} / ${($index % valuesInShortLine) + 3};
        ${$index % valuesInShortLine === 0 && '&::before { content: none; }'}
      }
    `)}
`;

/** A picture before the title and the line. */
export const PictureCell = styled(Cell)`
  ${asCard(css`
    ${besideBothLines}
    & img { max-width: 3.5rem; height: auto; }
  `)}
`;

/** A value without room on a narrow screen. Screen readers still find it below its header. */
export const HiddenCell = styled(Cell)`
  ${asCard(visuallyHiddenStyle)}
`;

export const MainValue = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-width: 9rem;
  overflow-wrap: anywhere;
  ${asCard(css`
    flex: 1;
    min-width: 0;
    [data-two-lines] & { display: contents; }
  `)}
`;

export const Icon = styled.span`
  flex: none;
  ${asCard(css`[data-two-lines] & { ${besideBothLines} }`)}
`;

export const Titles = styled.div`
  flex: 1;
  min-width: 0;
  ${asCard(css`[data-two-lines] & { grid-area: 1 / 3 / 2 / -2; }`)}
`;

export const WideOnly = styled.div`
  ${asCard(css`display: none;`)}
`;

export const NarrowOnly = styled.div`
  display: none;
  ${asCard(css`display: block;`)}
`;

export const SelectHeadCell = styled(HeadCell)`
  ${asCard(css`
    position: static;
    display: flex;
    align-items: center;
    gap: ${space(3)};
    width: auto;
    height: auto;
    margin: 0;
    padding: ${space(2.5)} ${space(4)};
    clip-path: none;
    &:first-child { padding-left: ${space(4)}; }
  `)}
  @media (max-width: ${narrowBreakpoint}) { && { padding-right: 0; border: 0; background: none; } }
`;

/** The visible label of the checkbox that selects all rows, in the card layout. */
export const SelectAllText = styled.span`
  display: none;
  ${asCard(css`display: inline;`)}
`;

export const SelectCell = styled(Cell)`
  width: 1%;
  padding-right: 0;
  white-space: nowrap;

  & input { display: block; }

  ${asCard(css`
    order: -2;
    grid-area: 1 / 1 / span 3 / 2;
    flex: 0 0 auto;
    align-self: center;
    width: auto;
    &:first-child { padding-right: ${space(3)}; }
    /* Large enough for a thumb. */
    & input::before { content: ''; position: absolute; inset: -0.875rem; }
  `)}
`;

/* The cell that names the row is the title of its card and has its own line. */
export const MainCell = styled(Cell)`
  ${asCard(css`
    order: -1;
    flex: 1 1 calc(100% - 3rem);
    /* Its picture is beside both lines, so that its parts are laid out in the row. */
    [data-two-lines] > & { display: contents; }
  `)}
`;

export const ActionsCell = styled(Cell)`
  width: 1%;
  white-space: nowrap;
  ${asCard(css`
    flex-basis: 100%;
    margin-left: -${space(2)};
    [data-two-lines] > & { grid-area: 1 / -2 / span 3 / -1; margin-left: 0; }
  `)}
`;

export const Actions = styled.div<{ $rowOpens: boolean }>`
  display: inline-flex;
  justify-content: flex-end;
  gap: ${space(0.5)};

  ${({ $rowOpens }) =>
    asCard(css`
      /* Large enough for a thumb. */
      & > button { min-width: ${touchTarget}; min-height: ${touchTarget}; }
      /* A tap on the row does the same. While it is busy, its spinner is shown. */
      ${$rowOpens && "& > [data-opens-row]:not([aria-busy='true']) { display: none; }"}
    `)}
`;
