import type { ComparedField, VersionComparison } from '@khmer-learning/console-sdk';
import type { Lesson, LessonType, MainLesson, Section } from '@khmer-learning/contracts';
import { contentStatusLabels } from '../lists/content-status-options.ts';
import type { LessonPayload } from './lessons.api.ts';

type ComparedSection = Pick<Section, 'title' | 'content'> & { readonly html?: string | null | undefined };

interface SectionPair {
  theirs: ComparedSection | null;
  yours: ComparedSection | null;
}

/** Pairs sections by equal title, then by equal content, because either may have been changed. */
function pairSections(theirs: readonly ComparedSection[], yours: readonly ComparedSection[]): SectionPair[] {
  const unmatched = [...yours];
  const takeMatching = (section: ComparedSection, key: 'title' | 'content') => {
    const index = unmatched.findIndex((other) => other[key] === section[key]);
    return index < 0 ? null : (unmatched.splice(index, 1)[0] ?? null);
  };
  const byTitle = theirs.map((section) => ({ theirs: section, yours: takeMatching(section, 'title') }));
  const pairs = byTitle.map((pair) => ({
    ...pair,
    yours: pair.yours ?? takeMatching(pair.theirs, 'content'),
  }));
  return [...pairs, ...unmatched.map((section) => ({ theirs: null, yours: section }))];
}

function compareSection({ theirs, yours }: SectionPair, name: string): ComparedField[] {
  const text = { label: name, theirs: theirs?.content ?? null, yours: yours?.content ?? null };
  if (theirs === null || yours === null) return [text];
  const title = { label: `Title of ${name}`, theirs: theirs.title, yours: yours.title };
  // If the text differs, the formatting is not compared.
  if (theirs.content !== yours.content) return [title, text];
  const formatting = {
    label: `Formatting of ${name}`,
    theirs: theirs.html ?? '',
    yours: yours.html ?? '',
    remark: 'The text is the same, but bold, italic, underline, links or pictures differ.',
  };
  return [title, formatting];
}

/** Compares the paired sections. Sections with the same title are numbered. */
function compareSections(theirs: readonly ComparedSection[], yours: readonly ComparedSection[]) {
  const seen = new Map<string, number>();
  return pairSections(theirs, yours).flatMap((pair) => {
    const title = pair.theirs?.title ?? pair.yours?.title ?? '';
    const count = (seen.get(title) ?? 0) + 1;
    seen.set(title, count);
    return compareSection(pair, count === 1 ? `Section “${title}”` : `Section “${title}” (${count})`);
  });
}

const titlesOf = (sections: readonly ComparedSection[]) => sections.map(({ title }) => title).join('\n');

interface ReferenceTitles {
  mainLessons: readonly Pick<MainLesson, 'id' | 'title'>[];
  lessonTypes: readonly Pick<LessonType, 'id' | 'title'>[];
}

/** Compares the stored lesson, section by section, with the one that could not be saved due to a version conflict. */
export function compareLessons(
  theirs: Lesson,
  yours: LessonPayload,
  names: ReferenceTitles,
): VersionComparison {
  const findTitle = (all: ReferenceTitles[keyof ReferenceTitles], id: number) =>
    all.find((item) => item.id === id)?.title ?? `No. ${id}`;
  const mainLesson = (id: number) => findTitle(names.mainLessons, id);
  const lessonType = (id: number) => findTitle(names.lessonTypes, id);
  return {
    version: theirs.version,
    fields: [
      {
        label: 'Status',
        theirs: contentStatusLabels[theirs.status],
        yours: contentStatusLabels[yours.status],
      },
      {
        label: 'Main Lesson',
        theirs: mainLesson(theirs.mainLessonId),
        yours: mainLesson(yours.mainLessonId),
      },
      { label: 'Title', theirs: theirs.title, yours: yours.title },
      {
        label: 'Lesson Type',
        theirs: lessonType(theirs.lessonTypeId),
        yours: lessonType(yours.lessonTypeId),
      },
      { label: 'Level', theirs: theirs.level, yours: yours.level },
      { label: 'Description', theirs: theirs.description, yours: yours.description },
      { label: 'Sections', theirs: titlesOf(theirs.sections), yours: titlesOf(yours.sections) },
      ...compareSections(theirs.sections, yours.sections),
    ],
  };
}
