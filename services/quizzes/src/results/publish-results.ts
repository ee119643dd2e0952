import { correctAnswerOf, quizResultLimits, quizResultsEvent, type StateOf } from '@khmer-learning/contracts';
import {
  dayOf,
  type JobDefinition,
  type PeriodicJobRow,
  type PresentStateSource,
  periodicJob,
  type ServiceContext,
  transact,
} from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { readFirstTries } from '../first-tries/first-tries.ts';
import { computeQuestionStatistics } from '../first-tries/question-statistics.ts';
import { readQuizzesById } from '../quizzes/quiz.bulk-queries.ts';
import { quizResultsOf, type StoredQuizResults } from './quiz-results.model.ts';

type QuizResults = StateOf<typeof quizResultsEvent>;

const dayMs = 24 * 60 * 60_000;
const everyMs = 30_000;
/** How long the results of a deleted quiz are kept: it can be restored for 30 days. */
const deletedMs = 31 * dayMs;
/** Quizzes that one run publishes; the next run publishes the others. */
const maxQuizzesPerRun = 100;

/** The state of the event; null when the quiz is deleted. */
async function presentResults(
  connection: Connection,
  { _id: quizId, days = {} }: StoredQuizResults,
  session?: ClientSession,
): Promise<QuizResults | null> {
  const quiz = (await readQuizzesById(connection, [quizId], session)).get(quizId);
  if (!quiz) return null;
  const { questions } = computeQuestionStatistics(quiz.questions, await readFirstTries(connection, quizId));
  const cut = (text: string) => [...text].slice(0, quizResultLimits.text).join('');
  return {
    quizId,
    days: Object.entries(days)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([day, { tries, passed = 0, scores = {} }]) => ({
        ...{ day, tries, passed },
        scores: Array.from({ length: quizResultLimits.scores }, (_, group) => scores[group] ?? 0),
      })),
    questions: questions.flatMap(({ questionId, kind, question, tries, rightShare, options }, place) => {
      const stored = quiz.questions[place];
      if (tries === 0 || !stored) return [];
      const hasWord = kind === 'choice' || kind === 'typed' || kind === 'listening';
      return {
        questionId,
        question: cut(question),
        word: hasWord ? cut(correctAnswerOf(stored)) : null,
        tries,
        right: Math.round(((rightShare ?? 0) * tries) / 100),
        instead: options
          .filter(({ isCorrect, picks }) => !isCorrect && picks > 0)
          .sort((one, other) => other.picks - one.picks)
          .slice(0, quizResultLimits.instead)
          .map(({ option, picks }) => ({ answer: cut(option), picks })),
      };
    }),
  };
}

/** Publishes the results that have changed. They need not be published at once: nobody waits for a statistic. */
export function quizResultsJob(store: ServiceContext, timeZone: string): JobDefinition<PeriodicJobRow> {
  const { connection } = store;
  const model = quizResultsOf(connection);

  async function publish(_id: number): Promise<void> {
    await transact(store, { actor: null, requestId: null }, async (tx) => {
      const row = await model
        .findOneAndUpdate(
          { _id, isChanged: true },
          { $inc: { version: 1 }, $unset: { isChanged: 1 } },
          { session: tx.session, returnDocument: 'after' },
        )
        .lean<StoredQuizResults>();
      if (!row) return;
      const first = dayOf(new Date(Date.now() - quizResultLimits.days * dayMs), timeZone);
      const days = Object.fromEntries(Object.entries(row.days ?? {}).filter(([day]) => day >= first));
      const state = await presentResults(connection, { ...row, days }, tx.session);
      const expiry = state === null ? { expiresAt: new Date(Date.now() + deletedMs) } : {};
      await model.updateOne({ _id }, { $set: { days, ...expiry } }, { session: tx.session });
      const { version = 1 } = row;
      if (state !== null) tx.emitChanged(quizResultsEvent, { id: _id, version, state });
      else if (version > 1) tx.emitDeleted(quizResultsEvent, { id: _id, version });
    });
  }

  return periodicJob(connection, {
    name: 'quiz results',
    everyMs,
    async run(_lease, { runBatch, signal }) {
      const changed = await model.find({ isChanged: true }, { _id: 1 }).limit(maxQuizzesPerRun).lean();
      for (const { _id } of changed) {
        if (signal.aborted) return;
        await runBatch(() => publish(_id));
      }
    },
  });
}

/** What was published of the quizzes that there are. */
export const quizResultsSource = (connection: Connection): PresentStateSource => ({
  collection: quizResultsOf(connection).collection.name,
  present: async (rows) => {
    const published = (rows as readonly StoredQuizResults[]).filter(({ version = 0 }) => version > 0);
    return Promise.all(
      published.map(async (row) => ({
        definition: quizResultsEvent,
        id: row._id,
        version: row.version ?? 1,
        state: await presentResults(connection, row),
      })),
    );
  },
});
