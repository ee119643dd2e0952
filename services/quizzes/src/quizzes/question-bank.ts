import {
  defaultPageSize,
  maxExactTotal,
  type QueryOf,
  type QuestionUses,
  type Quiz,
  type quizzes,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { buildSearchKeys, buildSearchText, parseSearchQuery } from '@khmer-learning/khmer-text';
import { createEventLoopYielder, type ServiceContext, searchCondition } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { questionKey } from './question-key.ts';
import { quizIndexes, quizzesOf } from './quiz.model.ts';
import { countQuizzes } from './quiz.queries.ts';
import { searchedTexts } from './quiz-search-fields.ts';

type Question = Quiz['questions'][number];

/** What one search of the bank examines at most, of at most `maxExactTotal` quizzes. */
const maxExaminedQuestions = 10_000;
/** Quizzes in memory at the same time, each of up to 900 KB. */
const batchSize = 20;
/** The quizzes that are named of those that have a question. */
const maxNamedUses = 10;

/** Whether a question itself has what is searched: its quiz may have the words in others. */
function questionFilter(search: string | undefined): (question: Question) => boolean {
  const { keys, verify } = parseSearchQuery(search ?? '');
  return (question) => {
    if (keys.length === 0) return true;
    const texts = searchedTexts([question]);
    const found = new Set(buildSearchKeys(texts));
    return keys.every((key) => found.has(key)) && (verify?.(buildSearchText(texts)) ?? true);
  };
}

/** Finds a page of the questions of a main lesson's quizzes. The index selects its quizzes, and a search those with its words. */
export async function findBankQuestions(
  store: ServiceContext,
  query: QueryOf<typeof quizzes.questions>,
): Promise<ResponseOf<typeof quizzes.questions>> {
  const { mainLessonId, search, kind, exceptQuizId, limit = defaultPageSize, offset = 0 } = query;
  const { connection } = store;
  const matches = questionFilter(search);
  const yieldToOthers = createEventLoopYielder();
  const counted = await countQuizzes(store, { mainLessonId });
  const rows = quizzesOf(connection)
    .aggregate<{ _id: number; questions: Question[] }>([
      { $match: { mainLessonId } },
      { $sort: { lessonId: 1 } },
      // Before the search, which examines no more.
      { $limit: maxExactTotal },
      { $match: searchCondition(search) },
      { $project: { questions: 1 } },
    ])
    .hint(quizIndexes.mainLesson)
    .cursor({ batchSize });
  const found = new Set<string>();
  const page = new Map<string, Question>();
  let questionCount = 0;
  let isPartial = counted.isMinimum === true;
  for await (const { _id, questions } of rows) {
    if (questionCount > maxExaminedQuestions) isPartial = true;
    if (questionCount > maxExaminedQuestions || found.size > offset + limit) break;
    if (_id === exceptQuizId) continue;
    questionCount += questions.length;
    for (const question of questions) {
      if (kind !== undefined && kind !== (question.kind ?? 'choice')) continue;
      const key = questionKey(question);
      if (!found.has(key) && matches(question)) {
        found.add(key);
        if (found.size > offset && page.size < limit) page.set(key, question);
      }
      await yieldToOthers();
    }
  }
  const uses = await findUses(connection, [...page.keys()]);
  return {
    questions: [...page].map(([key, question]) => ({
      key,
      question,
      usedIn: uses.get(key) ?? { quizzes: [], total: 0 },
    })),
    hasMore: found.size > offset + limit,
    isPartial,
  };
}

/** Finds those of a quiz's questions that other quizzes have too. */
export async function findSharedQuestions(
  { connection }: ServiceContext,
  quizId: number,
  questions: Quiz['questions'],
): Promise<ResponseOf<typeof quizzes.sharedQuestions>> {
  const keys = questions.map(questionKey);
  const uses = await findUses(connection, keys, quizId);
  return {
    questions: questions.flatMap(({ id }, index) => {
      const usedIn = uses.get(keys[index] ?? '');
      return usedIn === undefined ? [] : [{ questionId: id, usedIn }];
    }),
  };
}

/** Finds which quizzes have questions with these keys, but for one quiz. A key that no quiz has is left out. */
async function findUses(
  connection: Connection,
  keys: readonly string[],
  exceptQuizId?: number,
): Promise<Map<string, QuestionUses>> {
  const rows = await quizzesOf(connection)
    .find({ questionKeys: { $in: keys } }, { title: 1, questionKeys: 1 })
    .hint(quizIndexes.questions)
    .limit(maxExactTotal)
    .lean<{ _id: number; title: string; questionKeys: string[] }[]>();
  const uses = new Map<string, { id: number; title: string }[]>();
  const asked = new Set(keys);
  for (const { _id: id, title, questionKeys } of rows.toSorted((one, other) => other._id - one._id)) {
    if (id === exceptQuizId) continue;
    for (const key of new Set(questionKeys))
      if (asked.has(key)) uses.set(key, [...(uses.get(key) ?? []), { id, title }]);
  }
  const isMinimum = rows.length === maxExactTotal;
  return new Map(
    [...uses].map(([key, found]) => [
      key,
      { quizzes: found.slice(0, maxNamedUses), total: found.length, ...(isMinimum ? { isMinimum } : {}) },
    ]),
  );
}
