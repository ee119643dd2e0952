import { questionSchema } from '@khmer-learning/contracts';
import { normaliseKhmer, trimInvisible, type VocabularyEntry } from '@khmer-learning/khmer-text';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { QuestionValues } from '../quiz-form/quiz-form.schema.ts';

interface Direction {
  readonly label: string;
  readonly from: keyof Pick<VocabularyEntry, 'english' | 'phonemic' | 'khmer'>;
  readonly to: keyof Pick<VocabularyEntry, 'english' | 'khmer'>;
  readonly ask: (text: string) => string;
}

/** What is asked for, and what is to be found among the options. */
export const directions = {
  'english-khmer': {
    label: 'English to Khmer',
    from: 'english',
    to: 'khmer',
    ask: (text) => `How do you say “${text}” in Khmer?`,
  },
  'khmer-english': {
    label: 'Khmer to English',
    from: 'khmer',
    to: 'english',
    ask: (text) => `What does “${text}” mean?`,
  },
  'phonemic-english': {
    label: 'Pronunciation to English',
    from: 'phonemic',
    to: 'english',
    ask: (text) => `What does [${text}] mean?`,
  },
} as const satisfies Record<string, Direction>;
export type DirectionName = keyof typeof directions;
export const directionNames = [
  'english-khmer',
  'khmer-english',
  'phonemic-english',
] as const satisfies DirectionName[];

/** A question as generated: its right option is known. */
export type GeneratedQuestion = QuestionValues & { correctAnswer: number };

export interface GeneratorInput {
  /** What to ask about: the entries of one section. */
  readonly entries: readonly VocabularyEntry[];
  /** Where wrong options come from: the entries of the whole lesson. */
  readonly lesson: readonly VocabularyEntry[];
  readonly direction: DirectionName;
  /** Most questions to make; chosen by chance when there are more. */
  readonly limit: number;
  /** A whole number. The same one gives the same questions. */
  readonly seed: number;
}

export interface GeneratorResult {
  readonly questions: readonly GeneratedQuestion[];
  /** Entries that no question could be made of, for want of a wrong option or because they are too long. */
  readonly unusable: number;
}

/** Wrong options beside the right one. */
const wrongOptions = 3;

interface Pair {
  readonly prompt: string;
  readonly answer: string;
}

const isUsable = (text: string) => questionSchema.shape.correctAnswer.safeParse(text).success;

/** Two texts with the same key look the same to a learner. */
const keyOf = (text: string) => normaliseKhmer(text);

/** An option is one line. */
const oneLine = (text: string) => trimInvisible(text).replace(/\s+/g, ' ');

function pairsOf(entries: readonly VocabularyEntry[], { from, to }: Direction): Pair[] {
  return entries
    .map((entry) => ({ prompt: oneLine(entry[from]), answer: oneLine(entry[to]) }))
    .filter(({ prompt, answer }) => isUsable(prompt) && isUsable(answer));
}

/** Each key once, with the first thing that has it. */
function distinct<Thing>(things: readonly Thing[], textOf: (thing: Thing) => string): Map<string, Thing> {
  const found = new Map<string, Thing>();
  for (const thing of things) {
    const key = keyOf(textOf(thing));
    if (!found.has(key)) found.set(key, thing);
  }
  return found;
}

/** Draws from things by chance, the same way for the same seed. */
function lottery(seed: number) {
  const random = xoroshiro128plus(seed);
  return {
    /** `count` of the things, or all when there are fewer, in an order left to chance (Fisher and Yates). */
    draw<Thing>(things: readonly Thing[], count = things.length): Thing[] {
      const left = [...things];
      const drawn: Thing[] = [];
      while (drawn.length < count && left.length > 0) {
        drawn.push(...left.splice(uniformInt(random, 0, left.length - 1), 1));
      }
      return drawn;
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
  lesson,
  direction: name,
  limit,
  seed,
}: GeneratorInput): GeneratorResult {
  const direction = directions[name];
  const { draw } = lottery(seed);
  const known = pairsOf([...entries, ...lesson], direction);
  const answers = distinct(known, ({ answer }) => answer);
  const rightAnswers = new Map<string, Set<string>>();
  for (const { prompt, answer } of known) {
    const key = keyOf(prompt);
    rightAnswers.set(key, (rightAnswers.get(key) ?? new Set()).add(keyOf(answer)));
  }

  /** The words to ask about for which the lesson has something wrong to offer. */
  const asked = [...distinct(pairsOf(entries, direction), ({ prompt }) => prompt)]
    .map(([key, pair]) => ({ pair, right: rightAnswers.get(key) ?? new Set<string>() }))
    .filter(({ right }) => answers.size > right.size);
  const chosen = new Set(draw(asked, limit));

  const questions = asked
    .filter((candidate) => chosen.has(candidate))
    .map(({ pair, right }) => {
      const wrong = [...answers].filter(([key]) => !right.has(key)).map(([, { answer }]) => answer);
      const options = draw([pair.answer, ...draw(wrong, wrongOptions)]);
      return {
        question: direction.ask(pair.prompt),
        options,
        correctAnswer: options.indexOf(pair.answer),
      };
    });
  const askable = new Set(asked.map(({ pair }) => keyOf(pair.prompt)));
  const unusable = entries.filter((entry) => !askable.has(keyOf(oneLine(entry[direction.from])))).length;
  return { questions, unusable };
}
