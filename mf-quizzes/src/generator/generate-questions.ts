import { questionSchema } from '@khmer-learning/contracts';
import { normaliseKhmer, trimInvisible, type VocabularyEntry } from '@khmer-learning/khmer-text';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { QuestionFormValues } from '../quiz-form/quiz-form.schema.ts';

interface Direction {
  readonly label: string;
  readonly from: keyof Pick<VocabularyEntry, 'english' | 'phonemic' | 'khmer'>;
  readonly to: keyof Pick<VocabularyEntry, 'english' | 'khmer'>;
  readonly buildQuestion: (text: string) => string;
}

/** What is asked for, and what is to be found among the options. */
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

/** A question as generated: its right option is known. */
export type GeneratedQuestion = QuestionFormValues & { correctAnswer: number };

export interface GeneratorInput {
  /** What to ask about: the entries of one section. */
  readonly entries: readonly VocabularyEntry[];
  /** Where wrong options come from: the entries of the whole lesson. */
  readonly lessonEntries: readonly VocabularyEntry[];
  readonly direction: DirectionName;
  /** Most questions to make; chosen by chance when there are more. */
  readonly maxQuestions: number;
  /** A whole number. The same one gives the same questions. */
  readonly seed: number;
}

export interface GeneratorResult {
  readonly questions: readonly GeneratedQuestion[];
  /** Entries that no question could be made of, for want of a wrong option or because they are too long. */
  readonly unusable: number;
}

/** Wrong options beside the right one. */
const distractorCount = 3;

interface PromptAnswerPair {
  readonly prompt: string;
  readonly answer: string;
}

const isValidText = (text: string) => questionSchema.shape.correctAnswer.safeParse(text).success;

/** Two texts with the same key look the same to a learner. */
const normalisedKey = (text: string) => normaliseKhmer(text);

/** An option is one line. */
const collapseWhitespace = (text: string) => trimInvisible(text).replace(/\s+/g, ' ');

function buildPairs(entries: readonly VocabularyEntry[], { from, to }: Direction): PromptAnswerPair[] {
  return entries
    .map((entry) => ({ prompt: collapseWhitespace(entry[from]), answer: collapseWhitespace(entry[to]) }))
    .filter(({ prompt, answer }) => isValidText(prompt) && isValidText(answer));
}

/** Each key once, with the first thing that has it. */
function distinctByKey<Item>(items: readonly Item[], textOf: (item: Item) => string): Map<string, Item> {
  const found = new Map<string, Item>();
  for (const item of items) {
    const key = normalisedKey(textOf(item));
    if (!found.has(key)) found.set(key, item);
  }
  return found;
}

/** Draws from things by chance, the same way for the same seed. */
function seededShuffle(seed: number) {
  const random = xoroshiro128plus(seed);
  return {
    /** `count` of the things, or all when there are fewer, in an order left to chance (Fisher and Yates). */
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
 * Makes multiple-choice questions of vocabulary, one for each word asked about, in the order of the entries.
 *
 * The options look different from each other, and exactly one is right: what the lesson gives as another answer to
 * the same word is never offered as a wrong one. An entry is left out when the lesson has no wrong option for it.
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

  /** The words to ask about for which the lesson has something wrong to offer. */
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
