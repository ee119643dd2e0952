import styled from 'styled-components';
import { color, fontSize, fontWeight, radius } from '../foundation/tokens.ts';
import { containsKhmer } from './lang-props.ts';

const Circle = styled.span<{ $size: number }>`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  width: ${({ $size }) => $size}px;
  height: ${({ $size }) => $size}px;
  border-radius: ${radius.full};
  background: ${color('accentSoft')};
  color: ${color('accentText')};
  font-size: ${({ $size }) => ($size < 32 ? fontSize.tiny : fontSize.small)};
  font-weight: ${fontWeight.semibold};
  letter-spacing: 0.02em;
  user-select: none;
`;

/** Splits text into graphemes instead of code units, so that a Khmer letter keeps its marks. */
const graphemes = new Intl.Segmenter('km', { granularity: 'grapheme' });

function firstLetter(word: string): string {
  const [first] = graphemes.segment(word.trim());
  return first ? first.segment.toLocaleUpperCase() : '';
}

/** The initials of a name: one or two letters, `?` when the name is empty. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = firstLetter(words[0] ?? '');
  const last = words.length > 1 ? firstLetter(words.at(-1) ?? '') : '';
  return first + last || '?';
}

/** A person's initials in a circle. Decorative: the full name stands next to it. A small one has room for one Khmer letter. */
export function Avatar({ name, size = 32 }: { name: string; size?: number }) {
  const isTooSmall = size < 32 && containsKhmer(name);
  return (
    <Circle $size={size} aria-hidden="true">
      {isTooSmall ? firstLetter(name) : initials(name)}
    </Circle>
  );
}
