import type { ComparedField, VersionComparison } from '@khmer-learning/console-sdk';
import type { Lesson, LessonType, MainLesson, Section } from '@khmer-learning/contracts';
import { statusLabels } from '../lists/status-options.ts';
import type { LessonChanges } from './lessons.api.ts';

type ComparedSection = Pick<Section, 'title' | 'content'> & { readonly html?: string | null | undefined };

interface Pair {
  theirs: ComparedSection | null;
  yours: ComparedSection | null;
}

/** Pairs sections that have the same title, then those that have the same text: either may have been changed. */
function pairSections(theirs: readonly ComparedSection[], yours: readonly ComparedSection[]): Pair[] {
  const left = [...yours];
  const takeLike = (section: ComparedSection, key: 'title' | 'content') => {
    const index = left.findIndex((other) => other[key] === section[key]);
    return index < 0 ? null : (left.splice(index, 1)[0] ?? null);
  };
  const byTitle = theirs.map((section) => ({ theirs: section, yours: takeLike(section, 'title') }));
  const pairs = byTitle.map((pair) => ({ ...pair, yours: pair.yours ?? takeLike(pair.theirs, 'content') }));
  return [...pairs, ...left.map((section) => ({ theirs: null, yours: section }))];
}

function fieldsOfSection({ theirs, yours }: Pair, name: string): ComparedField[] {
  const text = { label: name, theirs: theirs?.content ?? null, yours: yours?.content ?? null };
  if (theirs === null || yours === null) return [text];
  const title = { label: `Title of ${name}`, theirs: theirs.title, yours: yours.title };
  // Where the words differ, their formatting does not matter.
  if (theirs.content !== yours.content) return [title, text];
  const formatting = {
    label: `Formatting of ${name}`,
    theirs: theirs.html ?? '',
    yours: yours.html ?? '',
    remark: 'The words are the same. Bold, italic, underline, links or pictures differ.',
  };
  return [title, formatting];
}

/** Sections may have the same title: then their number tells them apart. */
function sectionFields(theirs: readonly ComparedSection[], yours: readonly ComparedSection[]) {
  const seen = new Map<string, number>();
  return pairSections(theirs, yours).flatMap((pair) => {
    const title = pair.theirs?.title ?? pair.yours?.title ?? '';
    const count = (seen.get(title) ?? 0) + 1;
    seen.set(title, count);
    return fieldsOfSection(pair, count === 1 ? `Section “${title}”` : `Section “${title}” (${count})`);
  });
}

const titlesOf = (sections: readonly ComparedSection[]) => sections.map(({ title }) => title).join('\n');

interface Names {
  mainLessons: readonly Pick<MainLesson, 'id' | 'title'>[];
  lessonTypes: readonly Pick<LessonType, 'id' | 'title'>[];
}

/** A lesson as it is stored beside one that was to be saved, section by section. */
export function compareLessons(theirs: Lesson, yours: LessonChanges, names: Names): VersionComparison {
  const nameIn = (all: Names[keyof Names], id: number) =>
    all.find((item) => item.id === id)?.title ?? `No. ${id}`;
  const mainLesson = (id: number) => nameIn(names.mainLessons, id);
  const lessonType = (id: number) => nameIn(names.lessonTypes, id);
  return {
    version: theirs.version,
    fields: [
      { label: 'Status', theirs: statusLabels[theirs.status], yours: statusLabels[yours.status] },
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
      ...sectionFields(theirs.sections, yours.sections),
    ],
  };
}
