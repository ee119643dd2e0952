import {
  type BodyOf,
  type LessonEditFields,
  lessonEditLimits,
  lessonEditMessages,
  lessonEdits,
  lessonEvent,
  lessons as lessonsContract,
  type Rights,
  type StateOf,
} from '@khmer-learning/contracts';
import { findWorkingCopyIds, omitUndefined, pickFields, requireRights } from '@khmer-learning/item-kit';
import {
  ApiError,
  conflict,
  type JobRunner,
  mountEndpoint,
  type ServiceContext,
  staleVersion,
} from '@khmer-learning/service-kit';
import { createEditService, type EntityWriter } from '@khmer-learning/transfer';
import type { FastifyInstance } from 'fastify';
import type { LessonItems } from '../lessons/lesson.items.ts';
import { readLessonSummaries } from '../lessons/reads/lesson.queries.ts';
import { parentNotFound, toLessonState, toLessonSummary } from '../lessons/writes/lesson.kind.ts';
import { storeShiftedLessons } from '../lessons/writes/lesson.ordering.ts';
import { readParentLessonTypes, readParentMainLessons } from '../parents/parents.ts';

type Edits = BodyOf<typeof lessonEdits.create>['edits'];

/** What an edit changes of a lesson: its lesson type decides its image, its main lesson its position. */
const { shape } = lessonEvent.state;
const { title, description, level, lessonTypeId, image, mainLessonId, position } = shape;
const formerFields = { title, description, level, lessonTypeId, image, mainLessonId, position };
type FormerFields = Pick<StateOf<typeof lessonEvent>, keyof typeof formerFields>;

/** Mounts the endpoints of edits of many lessons, and registers their job. */
export function mountLessonEdits(
  app: FastifyInstance,
  store: ServiceContext,
  jobs: JobRunner,
  { writes, workingCopies }: Pick<LessonItems, 'writes' | 'workingCopies'>,
): void {
  const { connection } = store;
  const writer: EntityWriter = {
    counter: 'lesson',
    create: () => Promise.reject(new Error('An edit creates no lesson')),
    remove: ({ id, version }, tx) => writes.remove(tx, id, version),

    async update({ id, version }, { payload }, tx) {
      // Published later, it would take the edit back.
      if (await workingCopies.readInTransaction(tx, id)) throw conflict(lessonEditMessages.hasWorkingCopy);
      const patch = payload as LessonEditFields;
      const { current, next } = await writes.update(tx, id, patch, version);
      const before: FormerFields = pickFields(toLessonState(current.row), formerFields);
      return { version: next.row.version, before };
    },

    async restore({ id, version }, before, tx) {
      const { position, ...fields } = before as FormerFields;
      const { current, next } = await writes.update(tx, id, fields, version);
      if (position !== undefined && next.row.mainLessonId !== current.row.mainLessonId)
        await storeShiftedLessons(connection, [{ id, position }], tx);
    },
  };
  const service = createEditService(
    jobs,
    store,
    {
      kind: 'lesson-edits',
      service: lessonEvent.service,
      entity: lessonEvent.entity,
      writers: { lesson: writer },
    },
    { thing: 'lesson', atOnce: lessonEditLimits.atOnce },
  );

  /** Checks all edits before anything is written. @returns the present titles, by id. @throws ApiError with an issue for each refused one */
  async function check(edits: Edits, rights: Rights | undefined): Promise<ReadonlyMap<number, string>> {
    const ids = edits.map(({ id }) => id);
    const [rows, copies, mainLessons, lessonTypes] = await Promise.all([
      readLessonSummaries(store, { ids }, { limit: ids.length, offset: 0 }),
      findWorkingCopyIds(connection, lessonsContract, ids),
      readParentMainLessons(connection, [
        ...new Set(edits.flatMap(({ mainLessonId }) => mainLessonId ?? [])),
      ]),
      readParentLessonTypes(connection, [
        ...new Set(edits.flatMap(({ lessonTypeId }) => lessonTypeId ?? [])),
      ]),
    ]);
    const lessons = new Map(
      rows.map(({ lesson, lessonType }) => [lesson._id, toLessonSummary(lesson, lessonType)]),
    );
    const refusalOf = ({ id, version, mainLessonId, lessonTypeId }: Edits[number]): ApiError | undefined => {
      const lesson = lessons.get(id);
      if (!lesson) return conflict(lessonEditMessages.deleted);
      const isPublished = lesson.status === 'published';
      try {
        requireRights(
          rights,
          { isPublished, mainLessonId: lesson.mainLessonId },
          { isPublished, mainLessonId: mainLessonId ?? lesson.mainLessonId },
        );
      } catch (error) {
        if (error instanceof ApiError) return error;
        throw error;
      }
      if (version !== lesson.version) return staleVersion('lesson');
      if (copies.has(id)) return conflict(lessonEditMessages.hasWorkingCopy);
      if (mainLessonId !== undefined && !mainLessons.has(mainLessonId)) return parentNotFound('mainLessonId');
      if (lessonTypeId !== undefined && !lessonTypes.has(lessonTypeId)) return parentNotFound('lessonTypeId');
      return undefined;
    };
    const refusals = edits.flatMap((edit, index) => {
      const error = refusalOf(edit);
      return error ? [{ error, issue: { path: `edits.${index}`, message: error.message } }] : [];
    });
    const [first] = refusals.map(({ error }) => error).sort((one, other) => one.status - other.status);
    if (first)
      throw new ApiError(first.status, first.status === 403 ? first.message : lessonEditMessages.refused, {
        issues: refusals.map(({ issue }) => issue),
      });
    return new Map([...lessons].map(([id, { title }]) => [id, title]));
  }

  mountEndpoint(app, lessonEdits.create, async (context) => {
    const { edits } = context.body;
    const titles = await check(edits, context.rights);
    const planned = edits.map(({ id, version, ...fields }) => ({
      ...{ id, version, title: titles.get(id) ?? '' },
      patch: omitUndefined(fields),
    }));
    return service.begin(planned, context);
  });
  mountEndpoint(app, lessonEdits.list, async (context) => ({ data: await service.list(context) }));
  mountEndpoint(app, lessonEdits.get, (context) => service.get(context.params.id, context));
  mountEndpoint(app, lessonEdits.undo, (context) => service.undo(context.params.id, context));
}
