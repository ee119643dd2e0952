import { color, fontSize, fontWeight, narrowBreakpoint, radius, space } from '@khmer-learning/ui-kit';
import styled, { css } from 'styled-components';

/* Three cells and the delete button. */
const columns = `minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.2fr) 2rem`;
const label = css`color: ${color('textMuted')}; font-size: ${fontSize.tiny}; font-weight: ${fontWeight.medium};`;

/** The column labels above all rows. */
export const ColumnLabels = styled.div`
  ${label}
  display: grid;
  grid-template-columns: ${columns};
  gap: ${space(2)};
  margin-bottom: ${space(1)};
  @media (max-width: ${narrowBreakpoint}) { display: none; }
`;

/** On a narrow screen the cells of a row are stacked in a bordered box. */
export const EntryRow = styled.div`
  @media (max-width: ${narrowBreakpoint}) {
    position: relative;
    padding: ${space(3)};
    border: 1px solid ${color('border')};
    border-radius: ${radius.medium};
  }
`;

export const CellGrid = styled.div`
  display: grid;
  grid-template-columns: ${columns};
  align-items: center;
  gap: ${space(2)};
  & > button { justify-self: end; }
  @media (max-width: ${narrowBreakpoint}) {
    grid-template-columns: minmax(0, 1fr);
    & > button { position: absolute; top: ${space(1)}; right: ${space(1)}; }
  }
`;

/** A cell's label. Visible only on narrow screens, which have no column labels. */
export const CellLabel = styled.label`
  ${label}
  display: block;
  margin-bottom: ${space(1)};
  @media (min-width: calc(${narrowBreakpoint} + 1px)) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

export const RowNote = styled.p`
  margin: ${space(0.5)} 0 0;
  padding-left: ${space(0.5)};
  color: ${color('textMuted')};
  font-size: ${fontSize.small};
  overflow-wrap: anywhere;
  &[data-warns] { color: ${color('yellowText')}; }
  & > strong { color: ${color('text')}; font-weight: ${fontWeight.semibold}; }
`;

export const SpellingNote = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)};
  padding-left: ${space(0.5)};
  color: ${color('textMuted')};
  font-size: ${fontSize.small};
`;

export const UnparsedList = styled.ul`margin: ${space(2)} 0 0; padding: 0; list-style: none;`;

/** The unchanged line, including spaces. The language is unknown, so the line height fits Khmer. */
export const UnparsedText = styled.span`
  flex: 1 1 12rem;
  line-height: 1.9;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

export const FormatGuide = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(0.5)};
  padding: ${space(3)};
  border-radius: ${radius.medium};
  background: ${color('surfaceSunken')};
`;
