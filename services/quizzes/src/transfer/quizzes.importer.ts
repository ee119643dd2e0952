import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type BodyOf,
  lacksRecording,
  namesOf,
  quizBody,
  quizzes as quizContract,
  quizFields,
  quizLimits,
  quizMessages,
} from '@khmer-learning/contracts';
import { findWorkingCopyIds } from '@khmer-learning/item-kit';
import { ApiError } from '@khmer-learning/service-kit';
import {
  type CheckReporter,
  createSequentially,
  type EntityWriter,
  findVersionsIn,
  type Importer,
  isSameMoment,
  type JsonItem,
  type LineSource,
  truncateList,
  validationMessages,
  validationMessagesByField,
} from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { findLessonIdsByTitle, lessonHasTitle } from '../lessons/lesson-replicas.ts';
import { lessonTitleKey } from '../lessons/lesson-title-key.ts';
import { assignQuestionIds } from '../quizzes/assign-question-ids.ts';
import { readQuizzesById } from '../quizzes/quiz.bulk-queries.ts';
import type { QuizItems } from '../quizzes/quiz.items.ts';
import { toQuizContents } from '../quizzes/quiz.kind.ts';
import type { QuizRow } from '../quizzes/quiz.queries.ts';
import { quizzesFileFormat } from './quizzes.export.ts';

type QuizBody = BodyOf<typeof quizContract.create>;
type QuizPatch = BodyOf<typeof quizContract.update>;
type QuizFields = Omit<QuizBody, 'lessonId'>;

const entityName = 'quiz';
const maxLessonWaitMs = 10_000;
const lessonPollMs = 250;
/** Quizzes that are compared with the stored ones in one query. */
const compareBatchSize = 50;

const quizFieldsSchema = z.object(quizBody.shape).omit({ lessonId: true });
const identitySchema = z.object({ id: z.number().int().positive(), createdAt: z.string() });
const unvalidatedSchema = z.object({
  id: z.unknown().optional(),
  title: z.unknown().optional(),
  lesson: z.unknown().optional(),
  status: z.unknown().optional(),
  isPractice: z.unknown().optional(),
});

/** The names of the fields of a line, and of those that are single texts: the questions of a quiz are corrected in a file. */
const { lessonId: lesson, questions, isPractice, status, title, ...otherNames } = namesOf(quizFields);
const fieldNames = { title, ...otherNames, status, isPractice, questions };
const cellNames = { title, lesson, status, ...otherNames };

/** The fields of a quiz in a file, its lesson as a title. */
function cellFields(value: unknown): object {
  const quiz = Object(value) as { lesson?: unknown };
  return { ...quiz, lesson: lessonReferenceSchema.partial().safeParse(quiz.lesson).data?.title };
}

/**
 * Creates the importer of quizzes files into existing lessons.
 *
 * @param lessonsAreUpToDate whether the copies of lessons have every change: a check waits for lessons that were just imported
 */
export function createQuizzesImporter(
  connection: Connection,
  quizzes: QuizItems['writes'],
  lessonsAreUpToDate: () => Promise<boolean>,
): Importer {
  return {
    kind: 'quizzes',
    service: 'quizzes',
    entity: 'quiz',
    writers: { [entityName]: createImportedQuizEntity(connection, quizzes) },
    json: {
      format: quizzesFileFormat,
      lists: { quizzes: { thing: entityName, cells: cellNames } },
      cellFields,
      replaceCells(item, { lesson, ...fields }) {
        if (lesson === undefined) return { ...item, ...fields };
        const reference = Object((item as { lesson?: unknown }).lesson) as object;
        return { ...item, ...fields, lesson: { ...reference, title: lesson } };
      },
      async check(items, report) {
        for (let waited = 0; waited < maxLessonWaitMs; waited += lessonPollMs) {
          if (await lessonsAreUpToDate()) break;
          await delay(lessonPollMs);
        }
        await checkQuizzes(connection, items(), report);
      },
    },
  };
}

/** Creates the writer by which imports store quizzes, with the rules of every other write. */
function createImportedQuizEntity(connection: Connection, quizzes: QuizItems['writes']): EntityWriter {
  return {
    counter: 'quiz',
    create: (writes, tx) =>
      createSequentially(
        writes,
        async ({ id, payload }) => (await quizzes.insert(tx, { id, contents: payload as QuizBody })).row,
      ),

    async update(target, { payload }, tx) {
      const { current, next } = await quizzes.update(tx, target.id, payload as QuizPatch, target.version);
      const before: QuizPatch = { ...toQuizContents(current.row), status: current.row.status };
      return { version: next.row.version, before };
    },

    findWorkingCopies: (ids) => findWorkingCopyIds(connection, quizContract, ids),
    findVersions: findVersionsIn(connection, 'quizzes'),
    remove: ({ id, version }, tx) => quizzes.remove(tx, id, version),

    async restore({ id, version }, before, tx) {
      await quizzes.update(tx, id, before as QuizPatch, version);
    },
  };
}

async function checkQuizzes(
  connection: Connection,
  items: AsyncIterable<JsonItem>,
  report: CheckReporter,
): Promise<void> {
  const findLesson = createLessonResolver(connection);
  const seenIds = new Set<number>();
  let pending: JsonItem[] = [];

  for await (const item of items) {
    pending.push(item);
    if (pending.length < compareBatchSize) continue;
    await checkBatch(connection, pending, { findLesson, seenIds, report });
    pending = [];
  }
  await checkBatch(connection, pending, { findLesson, seenIds, report });
}

async function checkBatch(
  connection: Connection,
  batch: readonly JsonItem[],
  context: Pick<QuizCheckContext, 'findLesson' | 'report'> & { readonly seenIds: Set<number> },
): Promise<void> {
  const { seenIds, ...rest } = context;
  const ids = batch.flatMap(({ value }) => identitySchema.safeParse(value).data?.id ?? []);
  const stored = await readQuizzesById(connection, ids);
  for (const item of batch) {
    const unvalidated = unvalidatedSchema.safeParse(item.value).data ?? {};
    const id = identitySchema.shape.id.safeParse(unvalidated.id).data;
    const refusals =
      id !== undefined && seenIds.has(id) ? [`ID ${id} appears more than once in the file`] : [];
    if (id !== undefined) seenIds.add(id);
    const identity = identitySchema.safeParse(item.value).data;
    const same = identity && stored.get(identity.id);
    const current = same && isSameMoment(identity.createdAt, same.createdAt) ? same : undefined;
    await checkQuiz(item, { ...rest, unvalidated, refusals, current });
  }
}

interface QuizCheckContext {
  readonly unvalidated: z.output<typeof unvalidatedSchema>;
  readonly refusals: readonly string[];
  readonly current: QuizRow | undefined;
  readonly findLesson: ReturnType<typeof createLessonResolver>;
  readonly report: CheckReporter;
}

async function checkQuiz(
  read: JsonItem,
  { unvalidated, refusals, current, findLesson, report }: QuizCheckContext,
): Promise<void> {
  const { value, line } = read;
  const entry = {
    line,
    thing: entityName,
    title: typeof unvalidated.title === 'string' ? unvalidated.title : '',
  };
  // A stored quiz may have no lesson.
  const hasNone = current?.lessonId === null && unvalidated.lesson === null;
  const lesson = hasNone ? { id: undefined } : await findLesson(unvalidated.lesson);
  const quiz = parseQuiz(value, current);
  const source: LineSource = {
    read,
    problems: {
      ...('problems' in quiz ? quiz.problems : {}),
      ...('refusal' in lesson ? { lesson: [lesson.refusal] } : {}),
    },
  };
  const reasons = [
    ...refusals,
    ...('refusal' in lesson ? [lesson.refusal] : []),
    ...('reasons' in quiz ? quiz.reasons : []),
  ];
  if (reasons.length > 0 || 'refusal' in lesson || 'reasons' in quiz) {
    await report.addLine({ ...entry, outcome: 'refuse', notes: reasons }, undefined, source);
    return;
  }

  const { fields } = quiz;
  if (!current) {
    await report.addLine(
      { ...entry, outcome: 'create', notes: [] },
      { target: null, payload: { ...fields, lessonId: lesson.id } },
      source,
    );
    return;
  }
  const names = (Object.keys(fieldNames) as (keyof QuizFields)[]).filter(
    (name) =>
      !((name === 'status' || name === 'isPractice') && unvalidated[name] === undefined) &&
      !isDeepStrictEqual(fields[name], name === 'isPractice' ? (current.isPractice ?? false) : current[name]),
  );
  const changesLesson = lesson.id !== undefined && lesson.id !== current.lessonId;
  const notes = [...(changesLesson ? [cellNames.lesson] : []), ...names.map((name) => fieldNames[name])];
  if (notes.length === 0) {
    await report.addLine({ ...entry, outcome: 'unchanged', notes }, undefined, source);
    return;
  }
  const payload = {
    ...Object.fromEntries(names.map((name) => [name, fields[name]])),
    ...(changesLesson ? { lessonId: lesson.id } : {}),
  };
  const target = { id: current._id, version: current.version };
  await report.addLine({ ...entry, outcome: 'change', notes }, { target, payload, current }, source);
}

/** Parses a quiz's own fields as they would be stored, or returns the validation messages. */
function parseQuiz(
  value: unknown,
  current: QuizRow | undefined,
): { fields: QuizFields } | { reasons: string[]; problems?: Record<string, string[]> } {
  const parsed = quizFieldsSchema.safeParse(truncateList(value, 'questions', quizLimits.questions));
  if (!parsed.success)
    return {
      reasons: validationMessages(parsed.error),
      problems: validationMessagesByField(parsed.error),
    };
  if (parsed.data.status === 'active' && parsed.data.questions.some(lacksRecording))
    return { reasons: [quizMessages.recording] };
  try {
    return { fields: { ...parsed.data, questions: retainKnownQuestionIds(parsed.data.questions, current) } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { reasons: [error.message] };
  }
}

/** A question keeps its id only when the stored quiz has it: a file cannot assign new ids. */
function retainKnownQuestionIds(
  questions: QuizFields['questions'],
  current: QuizRow | undefined,
): QuizFields['questions'] {
  const known = new Set(current?.questions.map(({ id }) => id));
  const inputs = questions.map(({ id, ...question }) =>
    id !== undefined && known.has(id) ? { id, ...question } : question,
  );
  return assignQuestionIds(inputs, current?.lastQuestionId ?? 0).questions;
}

const lessonReferenceSchema = z.object({ id: z.number().int().positive().optional(), title: z.string() });

/** Creates the resolver of a file's lessons: by id and title, otherwise by a title that only one lesson has. */
function createLessonResolver(connection: Connection) {
  const idsByTitle = new Map<string, Promise<number[]>>();

  return async (reference: unknown): Promise<{ id: number } | { refusal: string }> => {
    const lesson = lessonReferenceSchema.safeParse(reference).data;
    if (!lesson)
      return {
        refusal: reference ? 'Lesson must be an object with the title of a lesson' : quizMessages.lesson,
      };
    const { id, title } = lesson;
    const titleKey = lessonTitleKey(title);
    const cached = idsByTitle.get(titleKey) ?? findLessonIdsByTitle(connection, titleKey);
    idsByTitle.set(titleKey, cached);
    const ids = await cached;
    if (id !== undefined && (ids.includes(id) || (await lessonHasTitle(connection, id, titleKey))))
      return { id };
    const [first, second] = ids;
    if (first === undefined) return { refusal: `Lesson "${title}" not found` };
    return second === undefined ? { id: first } : { refusal: `More than one lesson is named "${title}"` };
  };
}
