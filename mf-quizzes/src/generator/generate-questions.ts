import { isBlank, normaliseKhmer, trimInvisible, type VocabularyEntry } from '@khmer-learning/khmer-text';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { QuestionFormValues } from '../quiz-form/quiz-form.schema.ts';

interface Direction {
  readonly label: string;
  readonly from: keyof Pick<VocabularyEntry, 'english' | 'phonemic' | 'khmer'>;
  readonly to: keyof Pick<VocabularyEntry, 'english' | 'khmer'>;
  readonly buildQuestion: (text: string) => string;
}

/** Which field of an entry the question shows (`from`) and which field the options show (`to`). */
export const questionDirections = {
  'english-khmer': {
    label: 'English to Khmer',
    from: 'english',
    to: 'khmer',
    buildQuestion: (text) => `How do you say “${text}” in Khmer?`,
  },
  'khmer-english': {
    label: 'Khmer to English',
    from: 'khmer',
    to: 'english',
    buildQuestion: (text) => `What does “${text}” mean?`,
  },
  'phonemic-english': {
    label: 'Pronunciation to English',
    from: 'phonemic',
    to: 'english',
    buildQuestion: (text) => `What does [${text}] mean?`,
  },
} as const satisfies Record<string, Direction>;
export type DirectionName = keyof typeof questionDirections;
export const directionNames = [
  'english-khmer',
  'khmer-english',
  'phonemic-english',
] as const satisfies DirectionName[];

/** A generated question. Its correct option is always set. */
export type GeneratedQuestion = QuestionFormValues & { correctAnswer: number };

export interface GeneratorInput {
  /** The entries to generate questions from: those of one section. */
  readonly entries: readonly VocabularyEntry[];
  /** The source of wrong options: the entries of the whole lesson. */
  readonly lessonEntries: readonly VocabularyEntry[];
  readonly direction: DirectionName;
  /** Maximum number of questions. If more are possible, the result is a random sample. */
  readonly maxQuestions: number;
  /** An integer. The same seed gives the same questions. */
  readonly seed: number;
}

export interface GeneratorResult {
  readonly questions: readonly GeneratedQuestion[];
  /** Number of skipped entries: they are too long, or the lesson has no wrong option for them. */
  readonly unusable: number;
}

/** Wrong options per question. */
const distractorCount = 3;

interface PromptAnswerPair {
  readonly prompt: string;
  readonly answer: string;
}

/** Length of an option. */
const maxTextLength = 500;
const isValidText = (text: string) => !isBlank(text) && text.length <= maxTextLength;

/** Two texts with the same key look the same to a learner. */
const normalisedKey = (text: string) => normaliseKhmer(text);

/** An option is one line. */
const collapseWhitespace = (text: string) => trimInvisible(text).replace(/\s+/g, ' ');

function buildPairs(entries: readonly VocabularyEntry[], { from, to }: Direction): PromptAnswerPair[] {
  return entries
    .map((entry) => ({ prompt: collapseWhitespace(entry[from]), answer: collapseWhitespace(entry[to]) }))
    .filter(({ prompt, answer }) => isValidText(prompt) && isValidText(answer));
}

/** Maps each normalised text to the first item that has it. */
function distinctByKey<Item>(items: readonly Item[], textOf: (item: Item) => string): Map<string, Item> {
  const found = new Map<string, Item>();
  for (const item of items) {
    const key = normalisedKey(textOf(item));
    if (!found.has(key)) found.set(key, item);
  }
  return found;
}

/** A random sampler. The same seed gives the same samples. */
function seededShuffle(seed: number) {
  const random = xoroshiro128plus(seed);
  return {
    /** Returns `count` items, or all if there are fewer, in random order (Fisher-Yates shuffle). */
    sample<Item>(items: readonly Item[], count = items.length): Item[] {
      const remaining = [...items];
      const sampled: Item[] = [];
      while (sampled.length < count && remaining.length > 0) {
        sampled.push(...remaining.splice(uniformInt(random, 0, remaining.length - 1), 1));
      }
      return sampled;
    },
  };
}

/**
 * Generates multiple-choice questions from vocabulary, one for each distinct word, in the order of the entries.
 *
 * The options of a question look different from each other, and exactly one is correct: if the lesson gives another
 * answer to the same word, it is never a wrong option. An entry is skipped if the lesson has no wrong option for it.
 */
export function generateQuestions({
  entries,
  lessonEntries,
  direction: name,
  maxQuestions,
  seed,
}: GeneratorInput): GeneratorResult {
  const direction = questionDirections[name];
  const { sample } = seededShuffle(seed);
  const allPairs = buildPairs([...entries, ...lessonEntries], direction);
  const answers = distinctByKey(allPairs, ({ answer }) => answer);
  const correctAnswersByPrompt = new Map<string, Set<string>>();
  for (const { prompt, answer } of allPairs) {
    const key = normalisedKey(prompt);
    correctAnswersByPrompt.set(
      key,
      (correctAnswersByPrompt.get(key) ?? new Set()).add(normalisedKey(answer)),
    );
  }

  /** The distinct words for which the lesson has at least one wrong option. */
  const candidates = [...distinctByKey(buildPairs(entries, direction), ({ prompt }) => prompt)]
    .map(([key, pair]) => ({ pair, right: correctAnswersByPrompt.get(key) ?? new Set<string>() }))
    .filter(({ right }) => answers.size > right.size);
  const chosen = new Set(sample(candidates, maxQuestions));

  const questions = candidates
    .filter((candidate) => chosen.has(candidate))
    .map(({ pair, right }) => {
      const distractors = [...answers].filter(([key]) => !right.has(key)).map(([, { answer }]) => answer);
      const options = sample([pair.answer, ...sample(distractors, distractorCount)]);
      return {
        question: direction.buildQuestion(pair.prompt),
        options,
        correctAnswer: options.indexOf(pair.answer),
      };
    });
  const candidateKeys = new Set(candidates.map(({ pair }) => normalisedKey(pair.prompt)));
  const unusable = entries.filter(
    (entry) => !candidateKeys.has(normalisedKey(collapseWhitespace(entry[direction.from]))),
  ).length;
  return { questions, unusable };
}
