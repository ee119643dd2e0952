import { createHash } from 'node:crypto';
import {
  canBeChoice,
  correctAnswerOf,
  type QuestionKind,
  type Quiz,
  type RecordingUrls,
  type ResponseOf,
  recordingFinder,
  type v1QuizzesGet,
} from '@khmer-learning/contracts';
import { answerKey } from '@khmer-learning/khmer-text';
import type { QuizRow, QuizSummaryRow } from '../quizzes/quiz.queries.ts';

type Question = Quiz['questions'][number];
type PublicQuestion = ResponseOf<typeof v1QuizzesGet>['data']['questions'][number];
/** The kinds of questions that a caller can show; undefined for all. */
export type RequestedKinds = readonly QuestionKind[] | undefined;

/** The filter of a quiz's questions by kinds; with `choice`, questions that can be asked as one remain. */
export const hasKind =
  (kinds: RequestedKinds) =>
  (question: Question): boolean =>
    kinds === undefined ||
    kinds.includes(question.kind ?? 'choice') ||
    (kinds.includes('choice') && canBeChoice(question));

export function countQuestions(quiz: QuizSummaryRow, kinds: RequestedKinds): number {
  const { questionCount, kindCounts = { choice: questionCount }, choosableCount = 0 } = quiz;
  if (kinds === undefined) return questionCount;
  const count = kinds.reduce((sum, kind) => sum + (kindCounts[kind] ?? 0), 0);
  return count + (kinds.includes('choice') && !kinds.includes('typed') ? choosableCount : 0);
}

const noRecordings: RecordingUrls = { en: null, km: null };

/** A question for learners. @param kinds what the caller can show: a question of another kind is asked as a choice */
export function toPublicQuestion(
  { isPractice = false, shuffleSeed = '' }: Pick<QuizRow, 'isPractice' | 'shuffleSeed'>,
  question: Question,
  kinds: RequestedKinds,
): PublicQuestion {
  const { id, question: text, options, correctAnswer, acceptedAnswers, recordings } = question;
  const { pairs = [], parts = [] } = question;
  const find = recordingFinder(recordings);
  const recordingsOf = (spoken: string) => ({ en: find('en', spoken), km: find('km', spoken) });
  const seed = `${shuffleSeed}:${id}`;
  const kind = question.kind ?? 'choice';
  const isListening = kind === 'listening';
  const rights = pairs.map(({ right }) => right);
  // The author gives the right answer first, and the wrong ones after it.
  const shown = kind === 'typed' ? shuffleTexts(options, seed) : options;
  return {
    id,
    kind: kinds && !kinds.includes(kind) ? 'choice' : kind,
    question: text,
    options: shown,
    ...(kind === 'matching'
      ? { lefts: pairs.map(({ left }) => left), rights: shuffleAway(rights, seed) }
      : {}),
    ...(kind === 'ordering' ? { parts: shuffleAway(parts, seed) } : {}),
    recordings: recordingsOf(isListening ? correctAnswer : text),
    // Whoever compares addresses would find the option that is heard.
    optionRecordings: shown.map((option) => (isListening ? noRecordings : recordingsOf(option))),
    ...(isPractice
      ? {
          correctAnswer: correctAnswerOf(question),
          ...(acceptedAnswers ? { acceptedAnswers } : {}),
          ...(kind === 'matching' ? { pairs } : {}),
          ...(kind === 'ordering' ? { order: parts } : {}),
        }
      : {}),
  };
}

/** Sorts texts by their hashes with a seed: the order does not depend on the one that they had. */
function shuffleTexts(texts: readonly string[], seed: string): string[] {
  const hashOf = (text: string) => createHash('sha256').update(`${seed}:${text}`).digest('hex');
  return texts
    .map((text) => ({ text, hash: hashOf(text) }))
    .sort((one, other) => (one.hash < other.hash ? -1 : 1))
    .map(({ text }) => text);
}

/** Sorts texts likewise, but never as they are, unless every order looks the same. */
function shuffleAway(texts: readonly string[], seed: string): string[] {
  const shuffled = shuffleTexts(texts, seed);
  const keyOf = (list: readonly string[]) => list.map(answerKey).join('\n');
  return keyOf(shuffled) === keyOf(texts) ? [...shuffled.slice(1), ...shuffled.slice(0, 1)] : shuffled;
}
