import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  BodyOf,
  lessonsCreate,
  lessonsUpdate,
  lessonTypesCreate,
  mainLessonsCreate,
} from '@khmer-learning/contracts';
import { findWorkingCopyIds } from '@khmer-learning/item-kit';
import { notFound, type ServiceContext } from '@khmer-learning/service-kit';
import { createSequentially, type EntityWriter, ignoreNotFound } from '@khmer-learning/transfer';
import { insertLessonType, removeLessonType } from '../lesson-types/lesson-type.service.ts';
import type { LessonService } from '../lessons/lesson.service.ts';
import { toLessonState } from '../lessons/model/lesson.mappers.ts';
import { hasLessons, readLessonsById } from '../lessons/reads/lesson.bulk-queries.ts';
import { insertLessons, lessonSearchFields, type NewLesson } from '../lessons/writes/lesson.creation.ts';
import { lessonWorkingCopies } from '../lessons/writes/lesson.working-copies.ts';
import { insertMainLesson, removeMainLesson } from '../main-lessons/main-lesson.service.ts';

/** A reference to a parent in an import plan: the id of a stored one, or the earlier write that creates it. */
export type ParentRef = { readonly id: number } | { readonly write: number };

/** The fields of a lesson without its parents. */
export type LessonFields = Omit<BodyOf<typeof lessonsCreate>, 'mainLessonId' | 'lessonTypeId'>;

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
  lessons: Pick<LessonService, 'updateInTransaction' | 'removeInTransaction'>,
): Record<string, EntityWriter> {
  const { connection } = store;

  const lesson: EntityWriter = {
    counter: 'lesson',
    async create(writes, tx) {
      const ids = writes.map(({ id }) => id);
      const items: NewLesson[] = [];
      for (const { payload, created } of writes) {
        const plan = payload as LessonCreationPlan;
        const body = {
          ...plan.lesson,
          mainLessonId: resolveParentId(plan.mainLesson, created),
          lessonTypeId: resolveParentId(plan.lessonType, created),
        };
        items.push({ body, search: lessonSearchFields(body) });
        await nextTurn();
      }
      const outcomes = await insertLessons(connection, items, ids, tx);
      return outcomes.map((outcome) =>
        'value' in outcome ? { value: { version: outcome.value.lesson.version } } : outcome,
      );
    },

    async update(target, { payload, created }, tx) {
      const current = (await readLessonsById(connection, [target.id], tx.session)).get(target.id);
      if (!current) throw notFound('Lesson');
      const plan = payload as LessonUpdatePlan;
      const patch = {
        ...plan.lesson,
        ...(plan.mainLesson ? { mainLessonId: resolveParentId(plan.mainLesson, created) } : {}),
        ...(plan.lessonType ? { lessonTypeId: resolveParentId(plan.lessonType, created) } : {}),
      };
      const { version } = await lessons.updateInTransaction(tx, target.id, patch, target.version);
      const { mainLessonId, lessonTypeId, title, description, level, image, sections, status } =
        toLessonState(current);
      const before: BodyOf<typeof lessonsUpdate> = {
        ...{ mainLessonId, lessonTypeId, title, description, level, image, sections, status },
      };
      return { version, before };
    },

    findWorkingCopies: (ids) => findWorkingCopyIds(connection, lessonWorkingCopies, ids),
    remove: (id, tx) => ignoreNotFound(lessons.removeInTransaction(tx, id)),

    async restore({ id, version }, before, tx) {
      await lessons.updateInTransaction(tx, id, before as BodyOf<typeof lessonsUpdate>, version);
    },
  };

  // Undo removes the imported lessons first; a parent that still has lessons is kept.
  const mainLesson: EntityWriter = {
    counter: 'main-lesson',
    create: (writes, tx) =>
      createSequentially(writes, ({ id, payload }) =>
        insertMainLesson(connection, id, payload as BodyOf<typeof mainLessonsCreate>, tx),
      ),
    remove: async (id, tx) =>
      !(await hasLessons(connection, { mainLessonId: id }, tx.session)) &&
      ignoreNotFound(removeMainLesson(connection, id, tx)),
  };

  const lessonType: EntityWriter = {
    counter: 'lesson-type',
    create: (writes, tx) =>
      createSequentially(writes, ({ id, payload }) =>
        insertLessonType(connection, id, payload as BodyOf<typeof lessonTypesCreate>, tx),
      ),
    remove: async (id, tx) =>
      !(await hasLessons(connection, { lessonTypeId: id }, tx.session)) &&
      ignoreNotFound(removeLessonType(connection, id, tx)),
  };

  return {
    [importedEntityNames.lesson]: lesson,
    [importedEntityNames.mainLesson]: mainLesson,
    [importedEntityNames.lessonType]: lessonType,
  };
}

function resolveParentId(ref: ParentRef, created: ReadonlyMap<number, number>): number {
  if ('id' in ref) return ref.id;
  const id = created.get(ref.write);
  if (id === undefined) throw new Error(`Write ${ref.write} of the import plan created no entity`);
  return id;
}
