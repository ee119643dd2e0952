import { type ComparedField, comparePlaces, formatRecordings } from '@khmer-learning/console-kit';
import type { Lesson, LessonType, MainLesson, Section } from '@khmer-learning/contracts';
import { contentStatusLabel, lessonLevelLabel } from '../lists/content-status-options.ts';
import { message } from '../messages/messages.ts';

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
function compareSections(theirs: readonly ComparedSection[], yours: readonly ComparedSection[]) {
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

interface ReferenceTitles {
  mainLessons: readonly Pick<MainLesson, 'id' | 'title'>[];
  lessonTypes: readonly Pick<LessonType, 'id' | 'title'>[];
}

/** What is compared of a lesson. */
export type ComparedLesson = Pick<
  Lesson,
  'status' | 'mainLessonId' | 'title' | 'lessonTypeId' | 'level' | 'description'
> & { readonly sections: readonly ComparedSection[] };

/** Compares two versions of a lesson, section by section. */
export function compareLessons(
  theirs: ComparedLesson,
  yours: ComparedLesson,
  names: ReferenceTitles,
): ComparedField[] {
  const findTitle = (all: ReferenceTitles[keyof ReferenceTitles], id: number) =>
    all.find((item) => item.id === id)?.title ?? message('compareLessons.unknownTitle', { id });
  const mainLesson = (id: number) => findTitle(names.mainLessons, id);
  const lessonType = (id: number) => findTitle(names.lessonTypes, id);
  return [
    {
      label: message('field.status'),
      theirs: contentStatusLabel(theirs.status),
      yours: contentStatusLabel(yours.status),
    },
    {
      label: message('field.mainLesson'),
      theirs: mainLesson(theirs.mainLessonId),
      yours: mainLesson(yours.mainLessonId),
    },
    { label: message('field.title'), theirs: theirs.title, yours: yours.title },
    {
      label: message('field.lessonType'),
      theirs: lessonType(theirs.lessonTypeId),
      yours: lessonType(yours.lessonTypeId),
    },
    {
      label: message('field.level'),
      theirs: lessonLevelLabel(theirs.level),
      yours: lessonLevelLabel(yours.level),
    },
    { label: message('field.description'), theirs: theirs.description, yours: yours.description },
    ...compareSections(theirs.sections, yours.sections),
  ];
}
