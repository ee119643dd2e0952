import { quizLimits, quizResultLimits } from '@khmer-learning/contracts';
import { dayOf } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { quizResultsOf } from './quiz-results.model.ts';

/** Creates the row of a new quiz; a restored one has its results again. */
export async function createResults(
  connection: Connection,
  quizId: number,
  session: ClientSession,
): Promise<void> {
  await quizResultsOf(connection).updateOne(
    { _id: quizId },
    { $set: { isChanged: true }, $unset: { expiresAt: 1 } },
    { session, upsert: true },
  );
}

/** Counts submissions of one quiz, today. @param session of the transaction, if it is part of one */
export async function countSubmissions(
  connection: Connection,
  quizId: number,
  { scores, timeZone }: { readonly scores: readonly number[]; readonly timeZone: string },
  session?: ClientSession,
): Promise<void> {
  const day = `days.${dayOf(new Date(), timeZone)}`;
  const sums: Record<string, number> = {};
  const add = (name: string, amount: number) => {
    sums[`${day}.${name}`] = (sums[`${day}.${name}`] ?? 0) + amount;
  };
  for (const score of scores) {
    add('tries', 1);
    if (score >= quizLimits.passScore) add('passed', 1);
    add(`scores.${Math.min(quizResultLimits.scores - 1, Math.floor(score / 10))}`, 1);
  }
  await quizResultsOf(connection).updateOne(
    { _id: quizId },
    { $inc: sums, $set: { isChanged: true } },
    session ? { session } : {},
  );
}

/** Has the results of quizzes published: first answers, or the quizzes themselves have changed or are gone. */
export async function markResults(
  connection: Connection,
  quizIds: readonly number[],
  session?: ClientSession,
): Promise<void> {
  await quizResultsOf(connection).updateMany(
    { _id: { $in: [...new Set(quizIds)] } },
    { $set: { isChanged: true } },
    session ? { session } : {},
  );
}
