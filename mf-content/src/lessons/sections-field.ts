import {
  comparePlaces,
  formatRecordings,
  type MergeShape,
  recordingsShape,
} from '@khmer-learning/console-kit';
import type { Recording, Section } from '@khmer-learning/contracts';
import { parseVocabulary } from '@khmer-learning/khmer-text';
import { message } from '../messages/messages.ts';
import type { SectionValues } from './lesson-sections.tsx';

export interface SectionParts {
  title: string;
  recordings: readonly Recording[];
  text: Pick<SectionValues, 'content' | 'html' | 'ops'>;
}

export const toSectionParts = ({
  title,
  content,
  html = null,
  ops = null,
  recordings = [],
}: SectionValues): SectionParts => ({ title, recordings, text: { content, html, ops } });

export const fromSectionParts = ({ title, text, recordings }: SectionParts): SectionValues => ({
  title,
  ...text,
  ...(recordings.length === 0 ? {} : { recordings: [...recordings] }),
});

/** The English word of a vocabulary row: it mostly stays when the row is changed. */
const wordOf = (row: string) => parseVocabulary(row).rows[0]?.english.trim().toLowerCase();

/** Merges vocabulary row by row; a text with formatting is taken as a whole. */
export const sectionsShape = (): MergeShape => ({
  kind: 'list',
  label: message('mergeLessons.sections'),
  labelOf: ({ title }: SectionParts) => message('compareLessons.section', { title }),
  format: ({ title, text }: SectionParts) => `${title}\n${text.content}`,
  keys: [({ title }: SectionParts) => title, ({ text }: SectionParts) => text.content],
  item: {
    kind: 'record',
    fields: {
      title: { kind: 'value', label: message('field.title'), format: String },
      text: {
        kind: 'text',
        label: '',
        toRows: ({ content, html, ops }: SectionParts['text']) => (html || ops ? null : content.split('\n')),
        fromRows: (rows) => ({ content: rows.join('\n'), html: null, ops: null }),
        keyOf: wordOf,
        format: ({ content }: SectionParts['text']) => content,
      },
      recordings: recordingsShape,
    },
  },
});

type ComparedSection = Pick<Section, 'title' | 'content' | 'recordings'> & {
  readonly html?: string | null | undefined;
};

interface Placed {
  section: ComparedSection;
  index: number;
}

interface SectionPair {
  theirs: Placed | null;
  yours: Placed | null;
}

const withIndex = (sections: readonly ComparedSection[]) =>
  sections.map((section, index): Placed => ({ section, index }));

/** Pairs sections by equal title, then by equal content, because either may have been changed. */
function pairSections(theirs: readonly ComparedSection[], yours: readonly ComparedSection[]): SectionPair[] {
  const unmatched = withIndex(yours);
  const takeMatching = ({ section }: Placed, key: 'title' | 'content') => {
    const index = unmatched.findIndex((other) => other.section[key] === section[key]);
    return index < 0 ? null : (unmatched.splice(index, 1)[0] ?? null);
  };
  const byTitle = withIndex(theirs).map((one) => ({ theirs: one, yours: takeMatching(one, 'title') }));
  const pairs = byTitle.map((pair) => ({
    ...pair,
    yours: pair.yours ?? takeMatching(pair.theirs, 'content'),
  }));
  return [...pairs, ...unmatched.map((one) => ({ theirs: null, yours: one }))];
}

function compareSection(theirs: ComparedSection | null, yours: ComparedSection | null, name: string) {
  const text = { label: name, theirs: theirs?.content ?? null, yours: yours?.content ?? null };
  if (theirs === null || yours === null) return [text];
  const title = {
    label: message('compareLessons.titleOf', { section: name }),
    theirs: theirs.title,
    yours: yours.title,
  };
  const recordings = {
    label: message('compareLessons.recordingsOf', { section: name }),
    theirs: formatRecordings(theirs.recordings),
    yours: formatRecordings(yours.recordings),
  };
  // If the text differs, the formatting is not compared.
  if (theirs.content !== yours.content) return [title, text, recordings];
  const formatting = {
    label: message('compareLessons.formattingOf', { section: name }),
    theirs: theirs.html ?? '',
    yours: yours.html ?? '',
    remark: message('compareLessons.formattingRemark'),
  };
  return [title, formatting, recordings];
}

/** Compares the paired sections and their order. Sections with the same title are numbered. */
export function compareSections(theirs: readonly ComparedSection[], yours: readonly ComparedSection[]) {
  const seen = new Map<string, number>();
  const named = pairSections(theirs, yours).map((pair) => {
    const title = (pair.theirs ?? pair.yours)?.section.title ?? '';
    const count = (seen.get(title) ?? 0) + 1;
    seen.set(title, count);
    return {
      ...pair,
      label:
        count === 1
          ? message('compareLessons.section', { title })
          : message('compareLessons.sectionNumbered', { title, number: count }),
    };
  });
  const inBoth = named.flatMap(({ label, theirs: one, yours: other }) =>
    one === null || other === null ? [] : [{ label, theirs: one.index, yours: other.index }],
  );
  return [
    ...comparePlaces(inBoth),
    ...named.flatMap((pair) =>
      compareSection(pair.theirs?.section ?? null, pair.yours?.section ?? null, pair.label),
    ),
  ];
}
