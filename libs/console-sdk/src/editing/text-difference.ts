import { diffArrays, diffLines } from 'diff';

/** A run of text, and whether the other side lacks it. */
export interface TextRun {
  readonly text: string;
  readonly differs: boolean;
}

/** A stretch of two texts: the same lines in both, or what each has in the same place. */
export type TextStretch =
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  | { readonly kind: 'different'; readonly theirs: readonly TextRun[]; readonly yours: readonly TextRun[] };

/** Milliseconds that looking for the smallest difference may take. */
const patience = 500;

/** Longer stretches, in characters, are shown as they are: words marked all over are not readable either. */
const mostMarked = 4000;

/** Khmer writes no spaces between words, so that they have to be told apart by a dictionary. */
const words = new Intl.Segmenter('km', { granularity: 'word' });
const wordsOf = (text: string) => Array.from(words.segment(text), ({ segment }) => segment);

const whole = (text: string): TextRun[] => (text === '' ? [] : [{ text, differs: true }]);

function differentStretch(theirs: string, yours: string): TextStretch {
  const parts =
    theirs.length + yours.length > mostMarked
      ? undefined
      : diffArrays(wordsOf(theirs), wordsOf(yours), { timeout: patience });
  if (parts === undefined) return { kind: 'different', theirs: whole(theirs), yours: whole(yours) };
  const runs = parts.map(({ value, added, removed }) => ({ text: value.join(''), added, removed }));
  return {
    kind: 'different',
    theirs: runs.filter(({ added }) => !added).map(({ text, removed }) => ({ text, differs: removed })),
    yours: runs.filter(({ removed }) => !removed).map(({ text, added }) => ({ text, differs: added })),
  };
}

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n');

/**
 * Compares two texts line by line, and within lines that differ word by word.
 * @returns their stretches in order; of equal texts, one that is the same
 */
export function compareTexts(theirs: string, yours: string): readonly TextStretch[] {
  // A last line that ends differently from the others is no difference.
  const parts = diffLines(`${theirs}\n`, `${yours}\n`, { timeout: patience });
  if (parts === undefined) return [{ kind: 'different', theirs: whole(theirs), yours: whole(yours) }];
  const stretches: TextStretch[] = [];
  for (const [index, { value, added, removed }] of parts.entries()) {
    const before = parts[index - 1];
    const after = parts[index + 1];
    if (!added && !removed) stretches.push({ kind: 'same', lines: linesOf(value) });
    else if (removed) {
      stretches.push(
        differentStretch(linesOf(value).join('\n'), after?.added ? linesOf(after.value).join('\n') : ''),
      );
    } else if (!before?.removed) stretches.push(differentStretch('', linesOf(value).join('\n')));
  }
  return stretches;
}
