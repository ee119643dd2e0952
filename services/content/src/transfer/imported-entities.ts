import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BodyOf, lessons as lessonsContract } from '@khmer-learning/contracts';
import { findWorkingCopyIds, pickFields } from '@khmer-learning/item-kit';
import { conflict, type ServiceContext, type Transaction } from '@khmer-learning/service-kit';
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

  const parentWriter = <C>(
    counter: string,
    collection: string,
    writes: {
      insert(tx: Transaction, item: { id: number; contents: C }): Promise<{ row: { version: number } }>;
      remove(tx: Transaction, id: number, version: number): Promise<unknown>;
    },
    filterOf: (id: number) => Parameters<typeof hasLessons>[1],
  ): EntityWriter => ({
    counter,
    create: (planned, tx) =>
      createSequentially(
        planned,
        async ({ id, payload }) => (await writes.insert(tx, { id, contents: payload as C })).row,
      ),
    findVersions: findVersionsIn(connection, collection),
    // Undo removes the imported lessons first; a parent that still has lessons is kept.
    async remove({ id, version }, tx) {
      if (await hasLessons(connection, filterOf(id), tx.session)) throw conflict('It has other lessons');
      await writes.remove(tx, id, version);
    },
  });

  return {
    [importedEntityNames.lesson]: lesson,
    [importedEntityNames.mainLesson]: parentWriter('main-lesson', 'main_lessons', mainLessons, (id) => ({
      mainLessonId: id,
    })),
    [importedEntityNames.lessonType]: parentWriter('lesson-type', 'lesson_types', lessonTypes, (id) => ({
      lessonTypeId: id,
    })),
  };
}

function resolveParentId(ref: ParentRef, created: ReadonlyMap<number, number>): number {
  if ('id' in ref) return ref.id;
  const id = created.get(ref.write);
  if (id === undefined) throw new Error(`Write ${ref.write} of the import plan created no entity`);
  return id;
}
