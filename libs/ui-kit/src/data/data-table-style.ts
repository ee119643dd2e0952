import styled, { css } from 'styled-components';
import { color, fontSize, fontWeight, narrow, space } from '../foundation/tokens.ts';
import { hiddenFromSight } from '../text/visually-hidden.ts';

/* The table answers to its own width, not the window's: the same table fits a page and a dialog. */
export const Frame = styled.div`
  position: relative;
  container-type: inline-size;
  min-width: 0;
`;

const card = (rules: ReturnType<typeof css>) => css`@container (max-width: ${narrow}) { ${rules} }`;

export const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  ${card(css`display: block;`)}
`;

export const Caption = styled.caption`${hiddenFromSight}`;

export const Head = styled.thead`
  ${card(css`${hiddenFromSight}`)}
`;

/** A plain row; styled only so that its role can be spelled out. */
export const HeadRow = styled.tr``;

export const Body = styled.tbody`
  ${card(css`display: block;`)}
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
  &:first-child { padding-left: ${space(5)}; }
  &:last-child { padding-right: ${space(5)}; }
`;

export const Row = styled.tr<{ $selected: boolean }>`
  background: ${({ $selected }) => ($selected ? color('surfaceSelected') : 'transparent')};

  &:not(:last-child) > td { border-bottom: 1px solid ${color('border')}; }
  &:hover { background: ${({ $selected }) => color($selected ? 'surfaceSelected' : 'surfaceHover')}; }

  ${card(css`
    position: relative;
    display: flex;
    flex-wrap: wrap;
    gap: ${space(2)} 0;
    padding: ${space(3.5)} ${space(4)};
    &:not(:last-child) { border-bottom: 1px solid ${color('border')}; }
    &:not(:last-child) > td { border-bottom: 0; }
  `)}
`;

export const Cell = styled.td<{ $end: boolean }>`
  padding: ${space(2.5)} ${space(3)};
  text-align: ${({ $end }) => ($end ? 'right' : 'left')};
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
  vertical-align: middle;

  &:first-child { padding-left: ${space(5)}; }
  &:last-child { padding-right: ${space(5)}; }

  ${card(css`
    display: flex;
    flex: 1 1 100%;
    align-items: baseline;
    gap: ${space(3)};
    min-width: 0;
    padding: 0;
    text-align: left;
    &:first-child, &:last-child { padding-inline: 0; }
  `)}
`;

/** The column's name inside a card. Not for screen readers: they have the header. */
export const CellLabel = styled.span`
  display: none;
  ${card(css`
    display: block;
    flex: 0 0 7rem;
    color: ${color('textMuted')};
    font-size: ${fontSize.small};
  `)}
`;

export const CellValue = styled.div`
  min-width: 0;
  ${card(css`flex: 1;`)}
`;

export const SelectCell = styled(Cell)`
  width: 1%;
  padding-right: 0;
  white-space: nowrap;
  & input { display: block; }
  ${card(css`flex: 0 0 auto; width: auto; align-self: center; padding-right: ${space(3)}; &:first-child { padding-right: ${space(3)}; }`)}
`;

/** The cell that names the row: the head of its card. */
export const MainCell = styled(Cell)`
  ${card(css`flex: 1 1 0; font-size: ${fontSize.body};`)}
`;

export const ActionsCell = styled(Cell)`
  width: 1%;
  white-space: nowrap;
  ${card(css`margin-left: -${space(2)};`)}
`;

export const Actions = styled.div`
  display: inline-flex;
  justify-content: flex-end;
  gap: ${space(0.5)};
`;
