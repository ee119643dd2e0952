import {
  defaultLessonTypeIcon,
  lessonTypeBody,
  mainLessonBody,
  mainLessonFields,
} from '@khmer-learning/contracts';
import {
  type CheckReporter,
  createMatcher,
  getOrSet,
  type JsonItem,
  type MatchedItem,
  validationMessages,
} from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { importedLessonTypes } from '../lesson-types/lesson-type.bulk-queries.ts';
import { importedMainLessons, readNewestCover } from '../main-lessons/main-lesson.bulk-queries.ts';
import { normaliseTitle } from '../parents/parents.ts';
import { importedEntityNames, type ParentRef } from './imported-entities.ts';
import { createStoredParents, type StoredParent } from './stored-parents.ts';

/**
 * What a file says of a parent, by its title or its id in the file; a missing one is neither in the file nor stored. One without
 * a reference or a reason is to be created.
 */
interface FoundParent {
  readonly ref?: ParentRef;
  readonly refusal?: string;
  readonly isMissing?: boolean;
}
/** The result for a parent of the file. */
type Resolution = ParentRef | 'refused';
interface ItemResult {
  readonly ref?: ParentRef;
  readonly payload?: object;
  readonly notes: readonly string[];
}

const mainLessonTitleSchema = z.object({ title: mainLessonFields.title.input });

const mainLessonKind = {
  thing: importedEntityNames.mainLesson,
  label: 'Main lesson',
  body: mainLessonBody,
  stored: importedMainLessons,
  /** Whether the first one of a file stands for all of its title. */
  hasUniqueTitles: false,
  /** A new one of this title: a free draft. */
  draftOf(title: string) {
    const { error, data } = mainLessonTitleSchema.safeParse({ title });
    const draft = { description: data?.title, imageCover: '', free: true, price: null, status: 'draft' };
    return { error, data: { ...data, ...draft } };
  },
};
const lessonTypeKind = {
  thing: importedEntityNames.lessonType,
  label: 'Lesson type',
  body: lessonTypeBody,
  stored: importedLessonTypes,
  hasUniqueTitles: true,
  draftOf: (title: string) => lessonTypeBody.safeParse({ title, icon: defaultLessonTypeIcon }),
};

export type ImportedParents = ReturnType<typeof createImportedParents>;

/** The main lessons and lesson types that a file names. */
export const createImportedParents = (connection: Connection, report: CheckReporter) => ({
  mainLessons: createParentResolver(connection, mainLessonKind, report),
  lessonTypes: createParentResolver(connection, lessonTypeKind, report),
});

/**
 * Creates the resolver of one kind of parent: from the list of a JSON file, from those stored, and those that a table names and
 * the user wants to be created. Titles are compared as `normaliseTitle` does: never a second one of the same look.
 */
function createParentResolver(
  connection: Connection,
  kind: typeof mainLessonKind | typeof lessonTypeKind,
  report: CheckReporter,
) {
  const { thing, label, body, draftOf, hasUniqueTitles } = kind;
  const stored = createStoredParents(connection, kind.stored);
  const match = createMatcher<StoredParent>();
  const fileParentsByTitle = new Map<string, Resolution>();
  const fileParentsById = new Map<number, { key: string; found: Resolution }>();
  const named = new Map<string, Promise<FoundParent>>();
  const created = new Map<string, Promise<ParentRef>>();

  /** Finds the parent that an item of the file stands for, or else what is to be created. An item with neither is refused. */
  function planItem({ item: { value, title }, current, refusals }: MatchedItem<StoredParent>): ItemResult {
    if (refusals.length > 0) return { notes: refusals };
    const same = current ?? stored.byTitle(title);
    if (same === 'several') return { notes: [`More than one ${thing} is named "${title}"`] };
    if (same) {
      const given = Object(value);
      const differs = Object.entries(same.fields).flatMap(([name, kept]) =>
        given[name] === undefined || given[name] === kept ? [] : [name],
      );
      const notes = differs.length > 0 ? [`Stored values kept: ${differs.join(', ')}`] : [];
      return { ref: { id: same.id }, notes };
    }
    const earlier = hasUniqueTitles ? fileParentsByTitle.get(normaliseTitle(title)) : undefined;
    if (typeof earlier === 'object')
      return { ref: earlier, notes: [`Named like an earlier ${thing} of the file`] };
    const { data, error } = body.safeParse(value);
    return error ? { notes: validationMessages(error) } : { payload: data, notes: [] };
  }

  async function addItem(matched: MatchedItem<StoredParent>): Promise<void> {
    const { id, item } = matched;
    const { ref, payload, notes } = planItem(matched);
    const outcome = ref || payload ? undefined : 'refuse';
    const line = { read: item, thing, title: item.title, outcome, notes, isNeeded: true } as const;
    const write = await report.addLine(line, payload && { target: null, payload });
    const found = ref ?? (payload ? { write } : 'refused');
    const key = normaliseTitle(item.title);
    if (id !== undefined && !fileParentsById.has(id)) fileParentsById.set(id, { key, found });
    const earlier = fileParentsByTitle.get(key);
    if (key !== '' && (earlier === undefined || (hasUniqueTitles && earlier === 'refused')))
      fileParentsByTitle.set(key, found);
  }

  /** Returns the parent of a batch that was loaded, or the reason why there is none. */
  function find({ id, title }: { id?: unknown; title: unknown }): FoundParent {
    if (title !== undefined && title !== null && typeof title !== 'string')
      return { refusal: `${label} must be text` };
    const name = title ?? '';
    const key = normaliseTitle(name);
    const own = typeof id === 'number' ? fileParentsById.get(id) : undefined;
    const known = stored.byTitle(name);
    const inStore = known && known !== 'several' ? { id: known.id } : known;
    const found =
      own && (key === '' || own.key === key) ? own.found : (fileParentsByTitle.get(key) ?? inStore);
    if (found === undefined)
      return key === ''
        ? { refusal: `${label} is required` }
        : { refusal: `${label} "${name}" not found`, isMissing: true };
    if (found === 'refused') return { refusal: `${label} "${name}" cannot be imported` };
    if (found === 'several') return { refusal: `More than one ${thing} is named "${name}"` };
    return { ref: found };
  }

  async function search(title: string): Promise<FoundParent> {
    await stored.load([title]);
    const found = find({ title });
    if (!found.isMissing) return found;
    const { error } = draftOf(title);
    if (error) return { refusal: validationMessages(error).join('. ') };
    return report.addMissing(thing, title) ? {} : found;
  }

  async function create(title: string, line: number): Promise<ParentRef> {
    const isMainLesson = thing === importedEntityNames.mainLesson;
    const imageCover = isMainLesson ? ((await readNewestCover(connection)) ?? '') : undefined;
    const note = imageCover
      ? 'It has the picture of another main lesson until you choose one'
      : 'It has no picture yet';
    const write = await report.addLine(
      { read: { line, values: {}, source: () => null }, thing, title, notes: isMainLesson ? [note] : [] },
      { target: null, payload: { ...draftOf(title).data, ...(isMainLesson ? { imageCover } : {}) } },
    );
    return { write };
  }

  const findNamed = (title: string) => getOrSet(named, normaliseTitle(title), () => search(title));

  return {
    find,

    async add(items: readonly JsonItem[]): Promise<void> {
      const titles = items.map(({ title }) => title);
      for (const matched of await match(items, (ids) => stored.load(titles, ids))) await addItem(matched);
    },

    /** Reads the stored parents that a batch of lessons references. */
    load: (titles: readonly unknown[]) => stored.load(titles.filter((title) => typeof title === 'string')),

    /** Finds the parent that a row of a table names, and reports it once if it is missing; then it is created when it is used. */
    findNamed,

    /** The parent of a row, or the write that creates it: at its first use, with a line of its own. */
    async useNamed(title: string, line: number): Promise<ParentRef> {
      const { ref } = await findNamed(title);
      return ref ?? getOrSet(created, normaliseTitle(title), () => create(title, line));
    },
  };
}
