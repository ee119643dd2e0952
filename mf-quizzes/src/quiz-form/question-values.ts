import {
  type Quiz,
  questionKinds,
  type questionSchema,
  quizLimits,
  recordingSchema,
} from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { z } from 'zod';
import { newQuestionId } from '../quizzes/quizzes.api.ts';

export const questionValuesSchema = z.object({
  /** Assigned by the server when the question is first saved. */
  id: z.number().optional(),
  /** `choice` when absent. What the other kinds need stays when the author changes the kind. */
  kind: z.enum(questionKinds).optional(),
  question: z.string(),
  options: z.array(z.string()),
  /** Index of the correct option, so that editing its text keeps the selection; null if none is selected. */
  correctAnswer: z.number().nullable(),
  /** Of a listening question: the learner types what is said, instead of choosing an option. */
  isTyped: z.boolean().optional(),
  /** The answer that is typed, and others that are right too. */
  answer: z.string().optional(),
  acceptedAnswers: z.array(z.string()).optional(),
  /** Of a typed question, for apps that can only show choices. */
  wrongOptions: z.array(z.string()).optional(),
  pairs: z.array(z.object({ left: z.string(), right: z.string() })).optional(),
  parts: z.array(z.string()).optional(),
  recordings: z.array(recordingSchema).optional(),
});
export type QuestionFormValues = z.output<typeof questionValuesSchema>;

type QuestionInput = z.input<typeof questionSchema>;

/** The question as the contract has it, whose correct option is known by its text. */
export function toQuestion(values: QuestionFormValues): QuestionInput {
  const { id, kind = 'choice', question, options, correctAnswer, recordings } = values;
  const { isTyped = false, answer = '', acceptedAnswers = [], wrongOptions = [], pairs, parts } = values;
  const head = {
    ...(id === undefined ? {} : { id }),
    ...(kind === 'choice' ? {} : { kind }),
    question,
    ...(recordings ? { recordings } : {}),
  };
  if (kind === 'matching') return { ...head, pairs: pairs ?? [] };
  if (kind === 'ordering') return { ...head, parts: parts ?? [] };
  if (kind === 'typed') {
    const choices = wrongOptions.length > 0 ? [answer, ...wrongOptions] : [];
    return { ...head, options: choices, correctAnswer: answer, acceptedAnswers };
  }
  if (kind === 'listening' && isTyped)
    return { ...head, options: [], correctAnswer: answer, acceptedAnswers };
  return { ...head, options, correctAnswer: correctAnswer === null ? '' : (options[correctAnswer] ?? '') };
}

/** What 'Add Question' appends, with the fields of all kinds: one that came with the kind would be a change to undo. */
export const emptyQuestion: QuestionFormValues = {
  kind: 'choice',
  question: '',
  options: ['', ''],
  correctAnswer: null,
  isTyped: false,
  answer: '',
  acceptedAnswers: [],
  wrongOptions: [],
  pairs: Array.from({ length: quizLimits.pairsMin }, () => ({ left: '', right: '' })),
  parts: Array.from({ length: quizLimits.partsMin }, () => ''),
  recordings: undefined,
};

export function isEmptyQuestion(values: QuestionFormValues): boolean {
  const {
    question,
    options,
    answer = '',
    acceptedAnswers = [],
    wrongOptions = [],
    pairs = [],
    parts = [],
  } = values;
  const sides = pairs.flatMap(({ left, right }) => [left, right]);
  return [question, ...options, answer, ...acceptedAnswers, ...wrongOptions, ...sides, ...parts].every(
    isBlank,
  );
}

export function toQuestionValues(stored: Quiz['questions'][number]): QuestionFormValues {
  const { id, kind = 'choice', question, options, correctAnswer, recordings } = stored;
  const { acceptedAnswers = [], pairs = emptyQuestion.pairs, parts = emptyQuestion.parts } = stored;
  const head = {
    ...emptyQuestion,
    id: id === newQuestionId ? undefined : id,
    kind,
    question,
    pairs,
    parts,
    ...(recordings ? { recordings } : {}),
  };
  if (kind === 'typed' || (kind === 'listening' && options.length === 0)) {
    const wrongOptions = options.filter((option) => option !== correctAnswer);
    return { ...head, isTyped: kind === 'listening', answer: correctAnswer, acceptedAnswers, wrongOptions };
  }
  if (kind === 'matching' || kind === 'ordering') return head;
  const index = options.indexOf(correctAnswer);
  return { ...head, options, correctAnswer: index < 0 ? null : index };
}
