import { diffArrays, diffLines } from 'diff';

/** A run of text, and whether it differs from the other side. */
export interface DiffSegment {
  readonly text: string;
  readonly differs: boolean;
}

/** A hunk of a diff: lines that are the same in both texts, or the differing segments of each. */
export type DiffHunk =
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  | {
      readonly kind: 'different';
      readonly theirs: readonly DiffSegment[];
      readonly yours: readonly DiffSegment[];
    };

/** Timeout of a diff, in milliseconds. */
const diffTimeoutMs = 500;

/** Longer hunks, in characters, get no word diff: too many marked words are not readable. */
const maxWordDiffLength = 4000;

/** Khmer has no spaces between words, so the segmenter splits them with a dictionary. */
const wordSegmenter = new Intl.Segmenter('km', { granularity: 'word' });
const splitWords = (text: string) => Array.from(wordSegmenter.segment(text), ({ segment }) => segment);

const wholeSegment = (text: string): DiffSegment[] => (text === '' ? [] : [{ text, differs: true }]);

function differentHunk(theirs: string, yours: string): DiffHunk {
  const parts =
    theirs.length + yours.length > maxWordDiffLength
      ? undefined
      : diffArrays(splitWords(theirs), splitWords(yours), { timeout: diffTimeoutMs });
  if (parts === undefined)
    return { kind: 'different', theirs: wholeSegment(theirs), yours: wholeSegment(yours) };
  const segments = parts.map(({ value, added, removed }) => ({ text: value.join(''), added, removed }));
  return {
    kind: 'different',
    theirs: segments.filter(({ added }) => !added).map(({ text, removed }) => ({ text, differs: removed })),
    yours: segments.filter(({ removed }) => !removed).map(({ text, added }) => ({ text, differs: added })),
  };
}

const splitLines = (text: string) => text.replace(/\n$/, '').split('\n');

/**
 * Compares two texts by line, and differing lines by word.
 * @returns the hunks in order; for equal texts, a single `same` hunk
 */
export function diffTexts(theirs: string, yours: string): readonly DiffHunk[] {
  // Ignore a missing line break at the end of the last line.
  const parts = diffLines(`${theirs}\n`, `${yours}\n`, { timeout: diffTimeoutMs });
  if (parts === undefined)
    return [{ kind: 'different', theirs: wholeSegment(theirs), yours: wholeSegment(yours) }];
  const hunks: DiffHunk[] = [];
  for (const [index, { value, added, removed }] of parts.entries()) {
    const before = parts[index - 1];
    const after = parts[index + 1];
    if (!added && !removed) hunks.push({ kind: 'same', lines: splitLines(value) });
    else if (removed) {
      hunks.push(
        differentHunk(splitLines(value).join('\n'), after?.added ? splitLines(after.value).join('\n') : ''),
      );
    } else if (!before?.removed) hunks.push(differentHunk('', splitLines(value).join('\n')));
  }
  return hunks;
}
