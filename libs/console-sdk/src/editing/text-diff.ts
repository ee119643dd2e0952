import { diffArrays, diffLines } from 'diff';

/** A run of text, and whether the other side lacks it. */
export interface DiffSegment {
  readonly text: string;
  readonly differs: boolean;
}

/** A stretch of two texts: the same lines in both, or what each has in the same place. */
export type DiffHunk =
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  | {
      readonly kind: 'different';
      readonly theirs: readonly DiffSegment[];
      readonly yours: readonly DiffSegment[];
    };

/** Milliseconds that looking for the smallest difference may take. */
const diffTimeoutMs = 500;

/** Longer stretches, in characters, are shown as they are: words marked all over are not readable either. */
const maxWordDiffLength = 4000;

/** Khmer writes no spaces between words, so that they have to be told apart by a dictionary. */
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
 * Compares two texts line by line, and within lines that differ word by word.
 * @returns their stretches in order; of equal texts, one that is the same
 */
export function diffTexts(theirs: string, yours: string): readonly DiffHunk[] {
  // A last line that ends differently from the others is no difference.
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
