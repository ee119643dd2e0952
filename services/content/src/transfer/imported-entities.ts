import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type BodyOf,
  lessons as lessonsContract,
  type lessonTypes as lessonTypesContract,
  type mainLessons as mainLessonsContract,
} from '@khmer-learning/contracts';
import { findWorkingCopyIds, pickFields } from '@khmer-learning/item-kit';
import { conflict, type ServiceContext } from '@khmer-learning/service-kit';
import { createSequentially, type EntityWriter, findVersionsIn } from '@khmer-learning/transfer';
import type { mountLessonTypes } from '../lesson-types/lesson-type.items.ts';
import type { LessonItems } from '../lessons/lesson.items.ts';
import { hasLessons } from '../lessons/reads/lesson.bulk-queries.ts';
import { lessonTextFields, toLessonState } from '../lessons/writes/lesson.kind.ts';
import type { MainLessonItems } from '../main-lessons/main-lesson.items.ts';

/** A reference to a parent in an import plan: the id of a stored one, or the earlier write that creates it. */
export type ParentRef = { readonly id: number } | { readonly write: number };

/** The writes that create these parents. */
export const needsOf = (...refs: (ParentRef | undefined)[]): number[] =>
  refs.flatMap((ref) => (ref && 'write' in ref ? [ref.write] : []));

/** The fields of a lesson without its parents. */
export type LessonFields = Omit<BodyOf<typeof lessonsContract.create>, 'mainLessonId' | 'lessonTypeId'>;

/** The plan for a new lesson, with sanitised sections. */
export interface LessonCreationPlan {
  readonly lesson: LessonFields;
  readonly mainLesson: ParentRef;
  readonly lessonType: ParentRef;
}

/** The plan for an existing lesson: only the fields that change. */
export interface LessonUpdatePlan {
  readonly lesson: Partial<LessonFields>;
  readonly mainLesson?: ParentRef;
  readonly lessonType?: ParentRef;
}

/** The kinds of entities in import reports and plans. */
export const importedEntityNames = {
  lesson: 'lesson',
  mainLesson: 'main lesson',
  lessonType: 'lesson type',
} as const;

/** Creates the writers by which imports store lessons and their parents, with the rules of every other write. */
export function createImportedEntities(
  store: ServiceContext,
  { writes: lessons }: Pick<LessonItems, 'writes'>,
  { writes: mainLessons }: Pick<MainLessonItems, 'writes'>,
  lessonTypes: ReturnType<typeof mountLessonTypes>,
): Record<string, EntityWriter> {
  const { connection } = store;

  const lesson: EntityWriter = {
    counter: 'lesson',
    async create(writes, tx) {
      const items = [];
      for (const { id, payload, created } of writes) {
        const plan = payload as LessonCreationPlan;
        const contents = {
          ...plan.lesson,
          mainLessonId: resolveParentId(plan.mainLesson, created),
          lessonTypeId: resolveParentId(plan.lessonType, created),
        };
        items.push({ id, contents, search: lessonTextFields(contents) });
        await nextTurn();
      }
      const results = await lessons.insertAll(tx, items);
      return results.map((result) =>
        'value' in result ? { value: { version: result.value.row.version } } : result,
      );
    },

    async update(target, { payload, created }, tx) {
      const plan = payload as LessonUpdatePlan;
      const patch = {
        ...plan.lesson,
        ...(plan.mainLesson ? { mainLessonId: resolveParentId(plan.mainLesson, created) } : {}),
        ...(plan.lessonType ? { lessonTypeId: resolveParentId(plan.lessonType, created) } : {}),
      };
      const { current, next } = await lessons.update(tx, target.id, patch, target.version);
      const before = pickFields(toLessonState(current.row), lessonsContract.update.body.shape);
      return { version: next.row.version, before };
    },

    findWorkingCopies: (ids) => findWorkingCopyIds(connection, lessonsContract, ids),
    findVersions: findVersionsIn(connection, 'lessons'),
    remove: ({ id, version }, tx) => lessons.remove(tx, id, version),

    async restore({ id, version }, before, tx) {
      await lessons.update(tx, id, before as BodyOf<typeof lessonsContract.update>, version);
    },
  };

  // Undo removes the imported lessons first; a parent that still has lessons is kept.
  const mainLesson: EntityWriter = {
    counter: 'main-lesson',
    create: (writes, tx) =>
      createSequentially(writes, async ({ id, payload }) => {
        const contents = payload as BodyOf<typeof mainLessonsContract.create>;
        return (await mainLessons.insert(tx, { id, contents })).row;
      }),
    findVersions: findVersionsIn(connection, 'main_lessons'),
    async remove({ id, version }, tx) {
      if (await hasLessons(connection, { mainLessonId: id }, tx.session)) throw conflict(hasLessonsMessage);
      await mainLessons.remove(tx, id, version);
    },
  };

  const lessonType: EntityWriter = {
    counter: 'lesson-type',
    create: (writes, tx) =>
      createSequentially(writes, async ({ id, payload }) => {
        const contents = payload as BodyOf<typeof lessonTypesContract.create>;
        return (await lessonTypes.insert(tx, { id, contents })).row;
      }),
    findVersions: findVersionsIn(connection, 'lesson_types'),
    async remove({ id, version }, tx) {
      if (await hasLessons(connection, { lessonTypeId: id }, tx.session)) throw conflict(hasLessonsMessage);
      await lessonTypes.remove(tx, id, version);
    },
  };

  return {
    [importedEntityNames.lesson]: lesson,
    [importedEntityNames.mainLesson]: mainLesson,
    [importedEntityNames.lessonType]: lessonType,
  };
}

const hasLessonsMessage = 'It has other lessons';

function resolveParentId(ref: ParentRef, created: ReadonlyMap<number, number>): number {
  if ('id' in ref) return ref.id;
  const id = created.get(ref.write);
  if (id === undefined) throw new Error(`Write ${ref.write} of the import plan created no entity`);
  return id;
}
