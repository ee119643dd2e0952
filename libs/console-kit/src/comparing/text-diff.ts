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

const diffTimeoutMs = 500;

/** Longer hunks, in characters, get no word diff: too many marked words are not readable. */
const maxWordDiffLength = 4000;

/** Khmer has no spaces between words, so the segmenter splits them with a dictionary. */
const wordSegmenter = new Intl.Segmenter('km', { granularity: 'word' });
const graphemeSegmenter = new Intl.Segmenter('km', { granularity: 'grapheme' });

/** A Khmer consonant after this sign is a subscript: half of what is drawn would be marked without it. */
const endsWithCoeng = /\u17D2[\u200C\u200D]*$/;

/** Splits a text into grapheme clusters. Unicode counts a subscript consonant as a cluster of its own; this does not. */
function splitClusters(text: string): string[] {
  const clusters: string[] = [];
  let cluster = '';
  for (const { segment } of graphemeSegmenter.segment(text)) {
    cluster += segment;
    if (endsWithCoeng.test(cluster)) continue;
    clusters.push(cluster);
    cluster = '';
  }
  return cluster === '' ? clusters : [...clusters, cluster];
}

/** Splits a text into words. The dictionary may split a misspelled word inside a cluster, which stays whole here. */
function splitWords(text: string): string[] {
  const wordEnds = new Set(
    Array.from(wordSegmenter.segment(text), ({ index, segment }) => index + segment.length),
  );
  const words: string[] = [];
  let word = '';
  let end = 0;
  for (const cluster of splitClusters(text)) {
    word += cluster;
    end += cluster.length;
    if (!wordEnds.has(end)) continue;
    words.push(word);
    word = '';
  }
  return word === '' ? words : [...words, word];
}

const wholeSegment = (text: string): DiffSegment[] => (text === '' ? [] : [{ text, differs: true }]);

type Sides = Record<'theirs' | 'yours', DiffSegment[]>;

const khmer = /\p{Script=Khmer}/u;

/** Compares two runs of words; Khmer ones, often long, by cluster if they share at least half: less would be a patchwork. */
function compareWords(theirs: string, yours: string): Sides {
  const whole = { theirs: wholeSegment(theirs), yours: wholeSegment(yours) };
  if (!khmer.test(theirs) || !khmer.test(yours)) return whole;
  const [theirClusters, yourClusters] = [splitClusters(theirs), splitClusters(yours)];
  const parts = diffArrays(theirClusters, yourClusters, { timeout: diffTimeoutMs });
  const common = (parts ?? []).reduce(
    (sum, { added, removed, value }) => sum + (added || removed ? 0 : value.length),
    0,
  );
  if (parts === undefined || common * 2 < Math.max(theirClusters.length, yourClusters.length)) return whole;
  const segments = parts.map(({ value, added, removed }) => ({ text: value.join(''), added, removed }));
  return {
    theirs: segments.filter(({ added }) => !added).map(({ text, removed }) => ({ text, differs: removed })),
    yours: segments.filter(({ removed }) => !removed).map(({ text, added }) => ({ text, differs: added })),
  };
}

function differentHunk(theirs: string, yours: string): DiffHunk {
  const parts =
    theirs.length + yours.length > maxWordDiffLength
      ? undefined
      : diffArrays(splitWords(theirs), splitWords(yours), { timeout: diffTimeoutMs });
  if (parts === undefined)
    return { kind: 'different', theirs: wholeSegment(theirs), yours: wholeSegment(yours) };
  const sides: Sides = { theirs: [], yours: [] };
  const add = (segments: Sides) => {
    sides.theirs.push(...segments.theirs);
    sides.yours.push(...segments.yours);
  };
  for (const [index, { value, added, removed }] of parts.entries()) {
    const text = value.join('');
    if (!added && !removed) {
      const same = [{ text, differs: false }];
      add({ theirs: same, yours: same });
      continue;
    }
    // What is removed comes before what is added in its place.
    const next = parts[index + 1];
    if (removed) add(compareWords(text, next?.added ? next.value.join('') : ''));
    else if (!parts[index - 1]?.removed) add(compareWords('', text));
  }
  return { kind: 'different', ...sides };
}

const splitLines = (text: string) => text.replace(/\n$/, '').split('\n');

/** Compares texts by line, and lines by word or Khmer cluster, never inside a grapheme. Equal texts are one `same` hunk. */
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
