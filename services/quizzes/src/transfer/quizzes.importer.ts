import { isDeepStrictEqual } from 'node:util';
import {
  type BodyOf,
  quizBody,
  quizLimits,
  type quizzesCreate,
  type quizzesUpdate,
} from '@khmer-learning/contracts';
import {
  ApiError,
  looksLikeJson,
  type CheckReporter,
  type EntityWriter,
  type Importer,
  type ImportFileSource,
  type JsonFileValue,
  createSequentially,
  streamJsonValues,
  validationMessages,
  assertFileFormat,
  ignoreNotFound,
  truncateList,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import type { QuizRow } from '../quizzes/quiz.queries.ts';
import { readQuizzesById } from '../quizzes/quiz.reading.ts';
import type { QuizService } from '../quizzes/quiz.service.ts';
import { storedQuestions } from '../quizzes/quiz-questions.ts';
import { createNamedLessons } from './named-lessons.ts';
import { quizzesFormat } from './quizzes.export.ts';

type QuizBody = BodyOf<typeof quizzesCreate>;
type QuizPatch = BodyOf<typeof quizzesUpdate>;
type QuizFields = Omit<QuizBody, 'lessonId'>;

const thing = 'quiz';
const lists = ['quizzes'];
/** Quizzes that are compared with the stored ones at a time. */
const comparedAtOnce = 50;

const fieldsSchema = z.object(quizBody.shape).omit({ lessonId: true });
const identitySchema = z.object({ id: z.number().int().positive(), createdAt: z.string() });
const looseSchema = z.object({
  id: z.unknown().optional(),
  title: z.unknown().optional(),
  lesson: z.unknown().optional(),
  status: z.unknown().optional(),
});

const labels = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  questions: 'Questions',
} as const satisfies Record<keyof QuizFields, string>;

/** Imports files of quizzes into lessons that exist. */
export function quizzesImporter(
  connection: Connection,
  quizzes: Pick<QuizService, 'createIn' | 'updateIn' | 'removeIn'>,
): Importer {
  return {
    kind: 'quizzes',
    service: 'quizzes',
    entity: 'quiz',
    matchesFormat: (start) => looksLikeJson(start, lists),
    writers: { [thing]: importedQuiz(connection, quizzes) },
    async check(file, report) {
      await assertFileFormat(file, quizzesFormat, lists);
      await checkQuizzes(connection, file, report);
    },
  };
}

/** How imports write quizzes: by the rules of every other write. */
function importedQuiz(
  connection: Connection,
  quizzes: Pick<QuizService, 'createIn' | 'updateIn' | 'removeIn'>,
): EntityWriter {
  return {
    counter: 'quiz',
    create: (writes, tx) =>
      createSequentially(writes, ({ id, payload }) => quizzes.createIn(tx, id, payload as QuizBody)),

    async update(target, { payload }, tx) {
      const current = (await readQuizzesById(connection, [target.id], tx.session)).get(target.id);
      const { version } = await quizzes.updateIn(tx, target.id, payload as QuizPatch, target.version);
      if (!current) throw new Error('A quiz was changed that is not there');
      const { lessonId, title, description, status, questions } = current;
      const before: QuizPatch = {
        ...(lessonId === null ? {} : { lessonId }),
        title,
        description,
        status,
        questions,
      };
      return { version, before };
    },

    remove: (id, tx) => ignoreNotFound(quizzes.removeIn(tx, id)),

    async restore({ id, version }, before, tx) {
      await quizzes.updateIn(tx, id, before as QuizPatch, version);
    },
  };
}

async function checkQuizzes(connection: Connection, file: ImportFileSource, report: CheckReporter): Promise<void> {
  const findLesson = createNamedLessons(connection);
  const seen = new Set<number>();
  let waiting: JsonFileValue[] = [];

  async function checkWaiting(): Promise<void> {
    const stored = await storedLike(connection, waiting);
    for (const item of waiting) {
      const loose = looseSchema.safeParse(item.value).data ?? {};
      const id = identitySchema.shape.id.safeParse(loose.id).data;
      const refusals = id !== undefined && seen.has(id) ? [`Id ${id} is in the file twice`] : [];
      if (id !== undefined) seen.add(id);
      const current = stored.get(JSON.stringify(identitySchema.safeParse(item.value).data));
      await checkQuiz(item, { loose, refusals, current, findLesson, report });
    }
    waiting = [];
  }

  for await (const item of streamJsonValues(file, { lists })) {
    waiting.push(item);
    if (waiting.length === comparedAtOnce) await checkWaiting();
  }
  await checkWaiting();
}

/** The stored quizzes that items of a file are, by what identifies both. */
async function storedLike(
  connection: Connection,
  items: readonly JsonFileValue[],
): Promise<Map<string, QuizRow>> {
  const ids = items.flatMap(({ value }) => identitySchema.safeParse(value).data?.id ?? []);
  const rows = await readQuizzesById(connection, ids);
  return new Map(
    [...rows.values()].map((row) => [
      JSON.stringify({ id: row._id, createdAt: row.createdAt.toISOString() }),
      row,
    ]),
  );
}

interface Checked {
  readonly loose: z.output<typeof looseSchema>;
  readonly refusals: readonly string[];
  readonly current: QuizRow | undefined;
  readonly findLesson: ReturnType<typeof createNamedLessons>;
  readonly report: CheckReporter;
}

async function checkQuiz(
  { value, itemNumber: place }: JsonFileValue,
  { loose, refusals, current, findLesson, report }: Checked,
): Promise<void> {
  const entry = { line: itemNumber ?? 0, thing, title: typeof loose.title === 'string' ? loose.title : '' };
  // A quiz may have lost its lesson long ago.
  const hasNone = current?.lessonId === null && loose.lesson === null;
  const lesson = hasNone ? { id: undefined } : await findLesson(loose.lesson);
  const quiz = readQuiz(value, current);
  const reasons = [
    ...refusals,
    ...('refusal' in lesson ? [lesson.refusal] : []),
    ...('reasons' in quiz ? quiz.reasons : []),
  ];
  if (reasons.length > 0 || 'refusal' in lesson || 'reasons' in quiz) {
    await report.addLine({ ...entry, outcome: 'refuse', notes: reasons });
    return;
  }

  const { fields } = quiz;
  if (!current) {
    await report.addLine(
      { ...entry, outcome: 'create', notes: [] },
      { target: null, payload: { ...fields, lessonId: lesson.id } },
    );
    return;
  }
  const names = (Object.keys(labels) as (keyof QuizFields)[]).filter(
    (name) =>
      !(name === 'status' && loose.status === undefined) && !isDeepStrictEqual(fields[name], current[name]),
  );
  const moves = lesson.id !== undefined && lesson.id !== current.lessonId;
  const notes = [...(moves ? ['Lesson'] : []), ...names.map((name) => labels[name])];
  if (notes.length === 0) {
    await report.addLine({ ...entry, outcome: 'unchanged', notes });
    return;
  }
  const payload = {
    ...Object.fromEntries(names.map((name) => [name, fields[name]])),
    ...(moves ? { lessonId: lesson.id } : {}),
  };
  const target = { id: current._id, version: current.version };
  await report.addLine({ ...entry, outcome: 'change', notes }, { target, payload, current });
}

/** A quiz's own fields as they would be stored, or what is wrong with them. */
function readQuiz(
  value: unknown,
  current: QuizRow | undefined,
): { fields: QuizFields } | { reasons: string[] } {
  const parsed = fieldsSchema.safeParse(truncateList(value, 'questions', quizLimits.questions));
  if (!parsed.success) return { reasons: validationMessages(parsed.error) };
  try {
    return { fields: { ...parsed.data, questions: ownQuestions(parsed.data.questions, current) } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { reasons: [error.message] };
  }
}

/** A question keeps its id where the stored quiz has it; a file gives out no ids. */
function ownQuestions(
  questions: QuizFields['questions'],
  current: QuizRow | undefined,
): QuizFields['questions'] {
  const known = new Set(current?.questions.map(({ id }) => id));
  const given = questions.map(({ id, ...question }) =>
    id !== undefined && known.has(id) ? { id, ...question } : question,
  );
  return storedQuestions(given, current?.lastQuestionId ?? 0).questions;
}
