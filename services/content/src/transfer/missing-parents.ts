import { defaultLessonTypeIcon, lessonTypeBody, mainLessonFields } from '@khmer-learning/contracts';
import { type CheckReporter, getOrSet, validationMessages } from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { readMainLessonIdsByTitle, readNewestCover } from '../main-lessons/main-lesson.bulk-queries.ts';
import { normaliseTitle, resolveLessonTypeId } from '../parents/parents.ts';
import { importedEntityNames, type ParentRef } from './imported-entities.ts';

const titleSchema = z.object({ title: mainLessonFields.title.input });

/** A parent that a row names. `missing`: it is created when it is needed. */
type FoundParent = { readonly id: number } | { readonly refusal: string } | 'missing';

/** The main lessons and lesson types that the rows of a file name by their titles. */
export interface NamedParents {
  /** Finds a parent, and reports it once if it is missing. */
  find(thing: 'main lesson' | 'lesson type', title: string): Promise<FoundParent>;
  /** The parent, or the write that creates it: at its first use, with a line of its own. */
  use(thing: 'main lesson' | 'lesson type', title: string, line: number): Promise<ParentRef>;
}

/** Creates the lookup of a check's parents. Titles are compared as `normaliseTitle` does: never a second one of the same look. */
export function createNamedParents(connection: Connection, report: CheckReporter): NamedParents {
  const found = new Map<string, Promise<FoundParent>>();
  const created = new Map<string, Promise<ParentRef>>();
  const keyOf = (thing: string, title: string) => `${thing} ${normaliseTitle(title)}`;

  const lookUp = {
    [importedEntityNames.mainLesson]: async (title: string) => {
      const [first, second] = await readMainLessonIdsByTitle(connection, title);
      return second === undefined ? first : 'several';
    },
    [importedEntityNames.lessonType]: async (title: string) => {
      const id = await resolveLessonTypeId(connection, title);
      return id === 'none' ? undefined : id;
    },
  };

  async function search(thing: keyof typeof lookUp, title: string): Promise<FoundParent> {
    const label = thing.replace(/^./, (letter) => letter.toUpperCase());
    if (normaliseTitle(title) === '') return { refusal: `${label} is required` };
    const id = await lookUp[thing](title);
    if (id === 'several') return { refusal: `More than one ${thing} is named "${title}"` };
    if (id !== undefined) return { id };
    const { error } = bodyOf(thing, title, '');
    if (error) return { refusal: validationMessages(error).join('. ') };
    return report.addMissing(thing, title) ? 'missing' : { refusal: `${label} "${title}" not found` };
  }

  async function create(thing: keyof typeof lookUp, title: string, line: number): Promise<ParentRef> {
    const cover = thing === importedEntityNames.mainLesson ? ((await readNewestCover(connection)) ?? '') : '';
    const notes =
      thing === importedEntityNames.lessonType
        ? []
        : [
            cover === ''
              ? 'It has no picture yet'
              : 'It has the picture of another main lesson until you choose one',
          ];
    const payload = bodyOf(thing, title, cover).data ?? {};
    const write = await report.addLine(
      { line, thing, title, outcome: 'create', notes },
      { target: null, payload },
    );
    if (write === undefined) throw new Error('A creation has no write');
    return { write };
  }

  return {
    find: (thing, title) => getOrSet(found, keyOf(thing, title), () => search(thing, title)),
    async use(thing, title, line) {
      const known = await this.find(thing, title);
      if (known !== 'missing' && 'id' in known) return known;
      return getOrSet(created, keyOf(thing, title), () => create(thing, title, line));
    },
  };
}

/** A new parent of this title: a main lesson is a free draft. */
function bodyOf(thing: string, title: string, imageCover: string) {
  if (thing === importedEntityNames.lessonType)
    return lessonTypeBody.safeParse({ title, icon: defaultLessonTypeIcon });
  const { error, data } = titleSchema.safeParse({ title });
  const draft = { description: data?.title, imageCover, free: true, price: null, status: 'draft' };
  return { error, data: data && { ...data, ...draft } };
}
