import {
  type BodyOf,
  type EntityEvent,
  hasStaleSectionRecording,
  type Lesson,
  lessonEvent,
  type lessonsCreate,
} from '@khmer-learning/contracts';
import {
  ApiError,
  type BatchItemResult,
  commit,
  createBatcher,
  nextIds,
  type RequestContext,
  type ServiceContext,
  serviceUnavailable,
  staleRecordingsKey,
  type TitledSearchFields,
  type Transaction,
  type TransactionDeadline,
  titledSearchFields,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import {
  defaultLessonImage,
  lockLessonTypes,
  type ParentLessonType,
} from '../../parents/lesson-type.parents.ts';
import { lockMainLessons, type ParentMainLesson } from '../../parents/main-lesson.parents.ts';
import { toLesson, toLessonState } from '../model/lesson.mappers.ts';
import { lessonsOf, resolveVisibility, type StoredLesson } from '../model/lesson.model.ts';
import { lessonChangeKeys } from '../model/lesson.surrogate-keys.ts';
import type { LessonRow, LessonWithType } from '../reads/lesson.queries.ts';
import { sanitizeSections } from './sanitize-sections.ts';

type LessonBody = BodyOf<typeof lessonsCreate>;

/** A lesson to create, without its id and the fields that depend on its parents. */
export interface NewLesson {
  readonly body: LessonBody;
  readonly search: TitledSearchFields;
  /** The request that creates it, when one transaction serves several requests. */
  readonly context?: RequestContext;
}

/** Adding one key to the search index takes about as long as storing this many bytes. */
const searchKeyBytes = 100;
/**
 * A transaction of MongoDB 4.0 is one oplog entry of at most 16 MB; a lesson is in it twice, with its keys.
 * More concurrent batches would gain little: MongoDB spends its time on the search index.
 */
const batchLimits = { concurrency: 2, maxItems: 100 };
const maxBatchBytes = 2 * 1024 * 1024;

/** The error for a lesson whose parent does not exist: 400. */
export function parentNotFound(field: 'mainLessonId' | 'lessonTypeId'): ApiError {
  const message = field === 'mainLessonId' ? 'Main lesson not found' : 'Lesson type not found';
  return new ApiError(400, message, { issues: [{ path: field, message }] });
}

/** The search fields of a lesson. Every write of its texts must store them too. */
export function lessonSearchFields(
  lesson: Pick<StoredLesson, 'title' | 'description' | 'sections'>,
): TitledSearchFields {
  const { sections } = lesson;
  const fields = titledSearchFields(
    lesson,
    sections.flatMap(({ title, content }) => [title, content]),
  );
  if (hasStaleSectionRecording(sections)) fields.searchKeys.push(staleRecordingsKey);
  return fields;
}

/**
 * Creates the function that creates lessons. It batches concurrent calls into one transaction, which costs little
 * more than one call alone. It throws ApiError 400 for a missing parent and 413 for sections that are too large.
 */
export function createLessonInserter(store: ServiceContext) {
  const { connection } = store;
  const enqueue = createBatcher<NewLesson, LessonWithType<LessonRow>>(insertBatch, {
    ...batchLimits,
    weight: { most: maxBatchBytes, of: estimateWriteBytes },
    retryIndividually: true,
    cancelReason: ({ context }) => deadlineExceededError(context?.deadline),
  });

  async function insertBatch(
    items: readonly NewLesson[],
  ): Promise<BatchItemResult<LessonWithType<LessonRow>>[]> {
    const ids = await nextIds(connection, 'lesson', items.length);
    const contexts = new Map(items.map(({ context }, index) => [String(ids[index]), context]));
    // Each request gets the event of its own lesson only.
    const emitted = (events: readonly EntityEvent[]) => {
      for (const event of events) contexts.get(event.entityId)?.onCommitted?.([event]);
    };

    const deadline = combineDeadlines(items.flatMap(({ context }) => context?.deadline ?? []));
    return commit(store, { actor: null, requestId: null, onCommitted: emitted, deadline }, async (tx) => {
      const outcomes = await insertLessons(connection, items, ids, tx);
      for (const outcome of outcomes) {
        if (!('value' in outcome)) continue;
        const { _id: id, title } = outcome.value.lesson;
        tx.audit(lessonEvent, { action: 'created', id, title }, contexts.get(String(id)));
      }
      return outcomes;
    });
  }

  return async (input: LessonBody, context: RequestContext): Promise<Lesson> => {
    const body = { ...input, sections: sanitizeSections(input.sections) };
    const { lesson, lessonType } = await enqueue({ body, search: lessonSearchFields(body), context });
    return toLesson(lesson, lessonType);
  };
}

/** 503 when the deadline has passed, otherwise undefined. */
function deadlineExceededError(deadline: TransactionDeadline | undefined): ApiError | undefined {
  return deadline && deadline.remainingMs() <= 0 ? serviceUnavailable() : undefined;
}

/** The deadline of a transaction shared by several requests: it fails when any of their deadlines has passed. */
function combineDeadlines(deadlines: readonly TransactionDeadline[]): TransactionDeadline {
  const all = (step: 'beginAttempt' | 'beginCommit' | 'committed') => () => {
    for (const deadline of deadlines) deadline[step]();
  };
  return {
    remainingMs: () => Math.min(...deadlines.map((deadline) => deadline.remainingMs())),
    beginAttempt: all('beginAttempt'),
    beginCommit: all('beginCommit'),
    committed: all('committed'),
  };
}

/**
 * Inserts new lessons as part of a transaction. A lesson whose parent does not exist fails alone.
 *
 * @param ids one for each, from the counter `lesson`
 * @returns the result for each item, in order
 */
export async function insertLessons(
  connection: Connection,
  items: readonly NewLesson[],
  ids: readonly number[],
  tx: Transaction,
): Promise<BatchItemResult<LessonWithType<LessonRow>>[]> {
  const bodies = items.map((item) => item.body);
  const contexts = new Map(items.map(({ context }, index) => [ids[index], context]));
  const mainLessons = await lockMainLessons(
    connection,
    distinctParentIds(bodies, 'mainLessonId'),
    tx.session,
  );
  const lessonTypes = await lockLessonTypes(
    connection,
    distinctParentIds(bodies, 'lessonTypeId'),
    tx.session,
  );
  const outcomes = items.map((item, index) => toOutcome(item, ids[index], mainLessons, lessonTypes));
  const lessons = outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value.lesson] : []));
  if (lessons.length > 0)
    await lessonsOf(connection).insertMany(lessons, { session: tx.session, lean: true });
  for (const lesson of lessons) {
    const { _id: id, version } = lesson;
    const emitted = {
      id,
      version,
      before: null,
      state: toLessonState(lesson),
      surrogateKeys: lessonChangeKeys(null, lesson),
    };
    tx.emitChanged(lessonEvent, emitted, contexts.get(id));
  }
  return outcomes;
}

/** Estimates the cost of storing a lesson, in bytes. */
export function estimateWriteBytes({
  body,
  search,
}: {
  readonly body: Pick<StoredLesson, 'sections'>;
  readonly search: Pick<StoredLesson, 'searchKeys'>;
}): number {
  return Buffer.byteLength(JSON.stringify(body.sections)) + search.searchKeys.length * searchKeyBytes;
}

function distinctParentIds(bodies: readonly LessonBody[], field: 'mainLessonId' | 'lessonTypeId'): number[] {
  return [...new Set(bodies.map((body) => body[field]))];
}

function toOutcome(
  { body, search }: NewLesson,
  id: number | undefined,
  mainLessons: ReadonlyMap<number, ParentMainLesson>,
  lessonTypes: ReadonlyMap<number, ParentLessonType>,
): BatchItemResult<LessonWithType<StoredLesson>> {
  if (id === undefined) return { error: new Error('No id was allocated for a lesson') };
  const mainLesson = mainLessons.get(body.mainLessonId);
  if (!mainLesson) return { error: parentNotFound('mainLessonId') };
  const lessonType = lessonTypes.get(body.lessonTypeId);
  if (!lessonType) return { error: parentNotFound('lessonTypeId') };
  const { mainLessonId, lessonTypeId, title, description, level, sections, status } = body;
  const now = new Date();
  const lesson = {
    _id: id,
    mainLessonId,
    lessonTypeId,
    title,
    description,
    level,
    image: body.image || defaultLessonImage(lessonType),
    sections,
    visibility: resolveVisibility(status, mainLesson.status),
    // Last in its main lesson without reading the others: ids only grow.
    position: id,
    ...search,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  return { value: { lesson, lessonType } };
}
