import { setTimeout as delay } from 'node:timers/promises';
import { type BodyOf, quizzes as quizContract } from '@khmer-learning/contracts';
import { findWorkingCopyIds } from '@khmer-learning/item-kit';
import { inBatches } from '@khmer-learning/service-kit';
import {
  type CheckReporter,
  createSequentially,
  type EntityWriter,
  findVersionsIn,
  type Importer,
  type JsonItem,
  type LineSource,
  matchStored,
  validationMessagesByField,
} from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { readQuizzesById } from '../quizzes/quiz.bulk-queries.ts';
import type { QuizItems } from '../quizzes/quiz.items.ts';
import { toQuizContents } from '../quizzes/quiz.kind.ts';
import type { QuizRow } from '../quizzes/quiz.queries.ts';
import {
  createLessonResolver,
  lessonReferenceSchema,
  parseQuiz,
  planQuiz,
  quizCellNames,
} from './check-quiz.ts';
import { checkQuizTable } from './check-quiz-table.ts';
import { quizColumns } from './quiz-table.ts';
import { quizzesFileFormat } from './quizzes.export.ts';

type QuizBody = BodyOf<typeof quizContract.create>;
type QuizPatch = BodyOf<typeof quizContract.update>;

const entityName = 'quiz';
const maxLessonWaitMs = 10_000;
const lessonPollMs = 250;
/** Quizzes that are compared with the stored ones in one query. */
const compareBatchSize = 50;

const unvalidatedSchema = z.object({
  title: z.unknown().optional(),
  lesson: z.unknown().optional(),
  status: z.unknown().optional(),
  isPractice: z.unknown().optional(),
});

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
  async function waitForLessons(): Promise<void> {
    for (let waited = 0; waited < maxLessonWaitMs; waited += lessonPollMs) {
      if (await lessonsAreUpToDate()) break;
      await delay(lessonPollMs);
    }
  }
  return {
    kind: 'quizzes',
    service: 'quizzes',
    entity: 'quiz',
    writers: { [entityName]: createImportedQuizEntity(connection, quizzes) },
    json: {
      format: quizzesFileFormat,
      lists: { quizzes: { thing: entityName, cells: quizCellNames } },
      cellFields,
      replaceCells(item, { lesson, ...fields }) {
        if (lesson === undefined) return { ...item, ...fields };
        const reference = Object((item as { lesson?: unknown }).lesson) as object;
        return { ...item, ...fields, lesson: { ...reference, title: lesson } };
      },
      async check(items, report) {
        await waitForLessons();
        await checkQuizzes(connection, items(), report);
      },
    },
    table: {
      fields: quizColumns,
      async check(rows, report) {
        await waitForLessons();
        await checkQuizTable(connection, rows, report);
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
  for await (const batch of inBatches(items, compareBatchSize))
    await checkBatch(connection, batch, { findLesson, seenIds, report });
}

async function checkBatch(
  connection: Connection,
  batch: readonly JsonItem[],
  context: Pick<QuizCheckContext, 'findLesson' | 'report'> & { readonly seenIds: Set<number> },
): Promise<void> {
  const { seenIds, ...rest } = context;
  const matched = await matchStored(batch, seenIds, (ids) => readQuizzesById(connection, ids));
  for (const { item, ...found } of matched) {
    const unvalidated = unvalidatedSchema.safeParse(item.value).data ?? {};
    await checkQuiz(item, { ...rest, ...found, unvalidated });
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
      ...('error' in quiz && quiz.error ? validationMessagesByField(quiz.error) : {}),
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

  const { notes, write } = planQuiz(quiz.fields, { current, lessonId: lesson.id, given: unvalidated });
  const outcome = current ? (write ? 'change' : 'unchanged') : 'create';
  await report.addLine({ ...entry, outcome, notes }, write, source);
}
