import { setTimeout as delay } from 'node:timers/promises';
import { quizEvent } from '@khmer-learning/contracts';
import { createImportedItems } from '@khmer-learning/item-kit';
import {
  type CheckReporter,
  type Importer,
  type MatchedItem,
  matchStored,
  validationMessagesByField,
} from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { readQuizzesById } from '../quizzes/quiz.bulk-queries.ts';
import type { QuizItems } from '../quizzes/quiz.items.ts';
import { toQuizContents } from '../quizzes/quiz.kind.ts';
import type { QuizRow } from '../quizzes/quiz.queries.ts';
import { createLessonResolver, parseQuiz, planQuiz, quizCellNames } from './check-quiz.ts';
import { checkQuizTable } from './check-quiz-table.ts';
import { quizColumns } from './quiz-table.ts';
import { quizzesFileFormat } from './quizzes.export.ts';

const entityName = 'quiz';
const maxLessonWaitMs = 10_000;
const lessonPollMs = 250;

/** The fields of a quiz in a file that count before it is validated. */
type Unvalidated = Readonly<Partial<Record<'lesson' | 'status' | 'isPractice', unknown>>>;

/**
 * Creates the importer of quizzes files into existing lessons.
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
    writers: {
      [entityName]: createImportedItems(connection, quizEvent, quizzes, (row) => ({
        ...toQuizContents(row),
        status: row.status,
      })),
    },
    json: {
      format: quizzesFileFormat,
      lists: { quizzes: { thing: entityName, cells: quizCellNames, titled: 'lesson' } },
      async check(items, report) {
        await waitForLessons();
        const findLesson = createLessonResolver(connection);
        for await (const batch of matchStored(items(), (ids) => readQuizzesById(connection, ids)))
          for (const found of batch) await checkQuiz(found, findLesson, report);
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

async function checkQuiz(
  { item: read, current, refusals }: MatchedItem<QuizRow>,
  findLesson: ReturnType<typeof createLessonResolver>,
  report: CheckReporter,
): Promise<void> {
  const { value } = read;
  const given: Unvalidated = Object(value);
  const line = { read, thing: entityName, title: read.title };
  // A stored quiz may have no lesson.
  const hasNone = current?.lessonId === null && given.lesson === null;
  const lesson = hasNone ? {} : await findLesson(given.lesson);
  const quiz = parseQuiz(value, current);
  if (refusals.length > 0 || lesson.refusal !== undefined || !('fields' in quiz)) {
    await report.addLine({
      ...{ ...line, outcome: 'refuse' },
      notes: [...refusals, ...('reason' in quiz ? [quiz.reason] : [])],
      problems: {
        ...(lesson.refusal === undefined ? {} : { lesson: [lesson.refusal] }),
        ...('error' in quiz ? validationMessagesByField(quiz.error) : {}),
      },
    });
    return;
  }
  const { notes, write } = planQuiz(quiz.fields, current, lesson.id, given);
  await report.addLine({ ...line, notes }, write);
}
