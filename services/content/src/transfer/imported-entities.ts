import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type BodyOf,
  lessonBody,
  lessonEvent,
  lessonFields,
  lessons as lessonsContract,
  lessonTypeEvent,
  mainLessonEvent,
  namesOf,
  type Section,
} from '@khmer-learning/contracts';
import { createImportedItems, pickFields } from '@khmer-learning/item-kit';
import { ApiError, conflict } from '@khmer-learning/service-kit';
import {
  addProblem,
  type EntityWriter,
  type ItemPlan,
  type Problems,
  validationMessagesByField,
  type WriteInput,
} from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import type { mountLessonTypes } from '../lesson-types/lesson-type.items.ts';
import type { LessonItems } from '../lessons/lesson.items.ts';
import { hasLessons } from '../lessons/reads/lesson.bulk-queries.ts';
import type { LessonRow } from '../lessons/reads/lesson.queries.ts';
import { lessonTextFields, toLessonState } from '../lessons/writes/lesson.kind.ts';
import { sanitizeSections } from '../lessons/writes/sanitize-sections.ts';
import type { MainLessonItems } from '../main-lessons/main-lesson.items.ts';

/** A reference to a parent in an import plan: the id of a stored one, or the earlier write that creates it. */
export type ParentRef = { readonly id: number } | { readonly write: number };

/** The names of the fields of a line that are single texts; the sections of a lesson are corrected in a file. */
const { mainLessonId: mainLesson, lessonTypeId: lessonType, sections, ...textNames } = namesOf(lessonFields);
const fieldNames = { ...textNames, sections };
const { title, level, status, image, ...otherNames } = textNames;
export const lessonCellNames = { title, mainLesson, lessonType, level, status, image, ...otherNames };

/** The fields of a lesson without its parents, which a file references by title. */
type LessonFields = z.output<typeof lessonFieldsSchema>;
export const lessonFieldsSchema = z.object(lessonBody.shape).omit({ mainLessonId: true, lessonTypeId: true });

/**
 * Parses fields of a lesson as they would be stored.
 * @param problems gets why they are refused, by field or by its name in `cells`
 */
export function parseLesson<T extends { sections?: Section[] | undefined }>(
  schema: z.ZodType<T>,
  value: unknown,
  problems: Problems,
  cells: Readonly<Record<string, string>> = {},
): T | undefined {
  const { data, error } = schema.safeParse(value);
  for (const [field, reasons] of Object.entries(error ? validationMessagesByField(error) : {}))
    for (const reason of reasons) addProblem(problems, cells[field] ?? field, reason);
  if (!data?.sections) return data;
  try {
    return { ...data, sections: sanitizeSections(data.sections) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    addProblem(problems, cells.sections ?? 'sections', error.message);
    return undefined;
  }
}

/** The plan for a lesson, with sanitised sections: all of a new one, or what changes of a stored one. */
export interface LessonPlan {
  readonly lesson: { readonly [Name in keyof LessonFields]?: LessonFields[Name] | undefined };
  readonly mainLesson?: ParentRef | undefined;
  readonly lessonType?: ParentRef | undefined;
}

/**
 * Plans a new lesson, or the fields and parents that differ from those of the stored one.
 * @param lesson of a stored one, a field that is undefined stays as it is
 */
export function planLesson(
  current: LessonRow | undefined,
  lesson: LessonPlan['lesson'],
  parents: Pick<LessonPlan, 'mainLesson' | 'lessonType'>,
): ItemPlan {
  const refs = (['mainLesson', 'lessonType'] as const).flatMap((name) => {
    const ref = parents[name];
    return ref && !(current && 'id' in ref && ref.id === current[`${name}Id`]) ? [{ name, ref }] : [];
  });
  const stored = current && toLessonState(current);
  const names = (Object.keys(fieldNames) as (keyof LessonFields)[]).filter(
    (name) => lesson[name] !== undefined && !isDeepStrictEqual(lesson[name], stored?.[name]),
  );
  const notes = [...refs.map(({ name }) => lessonCellNames[name]), ...names.map((name) => fieldNames[name])];
  const payload: LessonPlan = {
    lesson: Object.fromEntries(names.map((name) => [name, lesson[name]])),
    ...Object.fromEntries(refs.map(({ name, ref }) => [name, ref])),
  };
  const needs = refs.flatMap(({ ref }) => ('write' in ref ? [ref.write] : []));
  if (!current) return { notes: [], write: { target: null, payload, needs } };
  if (notes.length === 0) return { notes };
  return { notes, write: { target: { id: current._id, version: current.version }, payload, needs, current } };
}

export const importedEntityNames = {
  lesson: 'lesson',
  mainLesson: 'main lesson',
  lessonType: 'lesson type',
} as const;

export interface ImportedKinds {
  readonly lessons: Pick<LessonItems, 'writes'>;
  readonly mainLessons: Pick<MainLessonItems, 'writes'>;
  readonly lessonTypes: ReturnType<typeof mountLessonTypes>;
}

/** Creates the writers by which imports store lessons and their parents, with the rules of every other write. */
export function createImportedEntities(
  connection: Connection,
  { lessons: { writes: lessons }, mainLessons, lessonTypes }: ImportedKinds,
): Record<string, EntityWriter> {
  const lesson = createImportedItems(
    connection,
    lessonEvent,
    lessons,
    (row) => pickFields(toLessonState(row), lessonsContract.update.body.shape),
    toContents,
  );

  /** A parent, of which an import changes nothing. Undoing removes the imported lessons first; one that still has lessons is kept. */
  const parent = (
    items: EntityWriter,
    filterOf: (id: number) => Parameters<typeof hasLessons>[1],
  ): EntityWriter => ({
    ...items,
    async remove(written, tx) {
      if (await hasLessons(connection, filterOf(written.id), tx.session))
        throw conflict('It has other lessons');
      await items.remove(written, tx);
    },
  });

  return {
    [importedEntityNames.lesson]: {
      ...lesson,
      async createAll(writes, tx) {
        const items = [];
        for (const write of writes) {
          const contents = toContents(write) as BodyOf<typeof lessonsContract.create>;
          items.push({ id: write.id, contents, search: lessonTextFields(contents) });
          await nextTurn();
        }
        const results = await lessons.insertAll(tx, items);
        return results.map((result) => ('value' in result ? { value: result.value.row } : result));
      },
    },
    [importedEntityNames.mainLesson]: parent(
      createImportedItems(connection, mainLessonEvent, mainLessons.writes, (row) => row),
      (mainLessonId) => ({ mainLessonId }),
    ),
    [importedEntityNames.lessonType]: parent(
      createImportedItems(connection, lessonTypeEvent, lessonTypes, (row) => row),
      (lessonTypeId) => ({ lessonTypeId }),
    ),
  };
}

function toContents({ payload, created }: WriteInput): object {
  const { lesson, mainLesson, lessonType } = payload as LessonPlan;
  return {
    ...lesson,
    ...(mainLesson ? { mainLessonId: resolveParentId(mainLesson, created) } : {}),
    ...(lessonType ? { lessonTypeId: resolveParentId(lessonType, created) } : {}),
  };
}

function resolveParentId(ref: ParentRef, created: ReadonlyMap<number, number>): number {
  if ('id' in ref) return ref.id;
  const id = created.get(ref.write);
  if (id === undefined) throw new Error(`Write ${ref.write} of the import plan created no entity`);
  return id;
}
