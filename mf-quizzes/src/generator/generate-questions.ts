import {
  hasNoControlCharacters,
  type Lesson,
  type QuestionKind,
  quizLimits,
  type Recording,
  type RecordingLanguage,
  recordingKey,
} from '@khmer-learning/contracts';
import {
  answerKey,
  isBlank,
  parseVocabulary,
  trimInvisible,
  type VocabularyEntry,
} from '@khmer-learning/khmer-text';
import { emptyQuestion, type QuestionFormValues, toQuestion } from '../quiz-form/question-values.ts';
import { seededShuffle } from '../random/seeded-shuffle.ts';

interface Direction {
  readonly from: keyof Pick<VocabularyEntry, 'english' | 'phonemic' | 'khmer'>;
  readonly to: keyof Pick<VocabularyEntry, 'english' | 'khmer'>;
}

export type QuestionLanguage = 'en' | 'km';

/** The texts of generated questions. They belong to the quiz, so they are in the language of its learners, not of the page. */
export const questionTexts = {
  en: {
    'english-khmer': (text) => `How do you say “${text}” in Khmer?`,
    'khmer-english': (text) => `What does “${text}” mean?`,
    'phonemic-english': (text) => `What does [${text}] mean?`,
    listening: () => 'What do you hear?',
    matching: (texts) => `Match: ${texts}`,
    ordering: (text) => `Put the words into the order of “${text}”`,
  },
  km: {
    'english-khmer': (text) => `តើ «${text}» ជាភាសាខ្មែរថាដូចម្ដេច?`,
    'khmer-english': (text) => `តើ «${text}» ជាភាសាអង់គ្លេសថាដូចម្ដេច?`,
    'phonemic-english': (text) => `តើ [${text}] ជាភាសាអង់គ្លេសថាដូចម្ដេច?`,
    listening: () => 'តើអ្នកឮអ្វី?',
    matching: (texts) => `ផ្គូផ្គង៖ ${texts}`,
    ordering: (text) => `រៀបពាក្យទាំងនេះតាមលំដាប់នៃ «${text}»`,
  },
} as const satisfies Record<
  QuestionLanguage,
  Record<DirectionName | 'listening' | 'matching' | 'ordering', (text: string) => string>
>;

/** Which field of an entry the question shows (`from`) and the options show (`to`). */
export const questionDirections = {
  'english-khmer': { from: 'english', to: 'khmer' },
  'khmer-english': { from: 'khmer', to: 'english' },
  'phonemic-english': { from: 'phonemic', to: 'english' },
} as const satisfies Record<string, Direction>;
export type DirectionName = keyof typeof questionDirections;
export const directionNames = [
  'english-khmer',
  'khmer-english',
  'phonemic-english',
] as const satisfies DirectionName[];

/** The language in which a listening question says its answer. */
export const spokenLanguage = (name: DirectionName): RecordingLanguage =>
  questionDirections[name].to === 'khmer' ? 'km' : 'en';

/** What tells two generated questions apart: the text, and of a listening question, which all ask the same, the answer. */
export function questionKey(values: QuestionFormValues): string {
  const { kind, question, correctAnswer } = toQuestion(values);
  return kind === 'listening' ? `${question}\n${correctAnswer}` : question;
}

export interface GeneratorInput {
  /** The entries to generate questions from: those of one section. */
  readonly entries: readonly VocabularyEntry[];
  /** The source of wrong options: the entries of the whole lesson. */
  readonly lessonEntries: readonly VocabularyEntry[];
  /** The recordings of the section. A listening question plays the one of its answer. */
  readonly recordings: readonly Recording[];
  /** Listening uses only the answer's language, and ordering asks for the words of the English, whatever the direction. */
  readonly direction: DirectionName;
  readonly kind: QuestionKind;
  /** The language in which they ask. Default: English. */
  readonly asksIn?: QuestionLanguage;
  /** Maximum number of questions. If more are possible, the result is a random sample. */
  readonly maxQuestions: number;
  /** An integer. The same seed gives the same questions. */
  readonly seed: number;
}

export interface GeneratorResult {
  readonly questions: readonly QuestionFormValues[];
  /** Number of skipped entries: they do not suit the kind. */
  readonly unusable: number;
}

const distractorCount = 3;
const maxGeneratedPairs = 6;

/** Length of an option. */
const maxTextLength = 500;
/** A lesson that was stored before they were refused may have control characters. */
const isValidText = (text: string) =>
  !isBlank(text) && text.length <= maxTextLength && hasNoControlCharacters(text);

/** An option is one line. */
const collapseWhitespace = (text: string) => trimInvisible(text).replace(/\s+/g, ' ');

function buildPairs(entries: readonly VocabularyEntry[], { from, to }: Direction) {
  return entries
    .map((entry) => ({ prompt: collapseWhitespace(entry[from]), answer: collapseWhitespace(entry[to]) }))
    .filter(({ prompt, answer }) => isValidText(prompt) && isValidText(answer));
}

/** Maps the key of each text to the first item that has it. Two texts with the same key are the same to a learner. */
function distinctByKey<Item>(items: readonly Item[], textOf: (item: Item) => string): Map<string, Item> {
  const found = new Map<string, Item>();
  for (const item of items) {
    const key = answerKey(textOf(item));
    if (!found.has(key)) found.set(key, item);
  }
  return found;
}

/** The keys of the second texts that occur with each first text, by its key. */
function groupKeys(pairs: readonly (readonly [string, string])[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const [text, other] of pairs) {
    const key = answerKey(text);
    groups.set(key, (groups.get(key) ?? new Set()).add(answerKey(other)));
  }
  return groups;
}

/** Adds to the right answers of each Khmer text those that sound the same: they cannot be wrong when it is heard. */
function addHomophones(rightByPrompt: Map<string, Set<string>>, entries: readonly VocabularyEntry[]): void {
  const spelled = entries.map(({ phonemic, khmer }) => [phonemic, collapseWhitespace(khmer)] as const);
  for (const homophones of groupKeys(spelled).values()) {
    for (const key of homophones) {
      const right = rightByPrompt.get(key);
      for (const other of homophones) right?.add(other);
    }
  }
}

/**
 * Generates questions in the order of the entries: one for each distinct word (listening: with a recording), a matching question
 * for about six, an ordering question for each English text of two words or more. What is heard is typed if the lesson has no
 * other word.
 *
 * Exactly one option is correct: another answer that the lesson gives to the same word is never wrong, and accepted when typed.
 * An entry that does not suit the kind, or has no wrong option for a choice, is skipped.
 */
export function generateQuestions(input: GeneratorInput): GeneratorResult {
  if (input.kind === 'matching') return generateMatching(input);
  return input.kind === 'ordering' ? generateOrdering(input) : generateAsked(input, input.kind);
}

function generateAsked(
  { entries, lessonEntries, recordings, direction: name, asksIn = 'en', maxQuestions, seed }: GeneratorInput,
  kind: 'choice' | 'typed' | 'listening',
): GeneratorResult {
  const isListening = kind === 'listening';
  const direction = isListening ? listeningDirection(questionDirections[name]) : questionDirections[name];
  const language = spokenLanguage(name);
  const recordingsByKey = new Map(recordings.map((one) => [recordingKey(one.language, one.text), one]));
  const recordingOf = (text: string) => recordingsByKey.get(recordingKey(language, text));
  const { sample } = seededShuffle(seed);
  const allPairs = buildPairs([...entries, ...lessonEntries], direction);
  const answers = distinctByKey(allPairs, ({ answer }) => answer);
  const rightByPrompt = groupKeys(allPairs.map(({ prompt, answer }) => [prompt, answer]));
  if (language === 'km' && isListening) addHomophones(rightByPrompt, [...entries, ...lessonEntries]);

  /** The distinct words that suit the kind; for a choice, those for which the lesson has at least one wrong option. */
  const candidates = [...distinctByKey(buildPairs(entries, direction), ({ prompt }) => prompt)]
    .map(([key, pair]) => ({
      pair,
      right: rightByPrompt.get(key) ?? new Set<string>(),
    }))
    .filter(({ pair, right }) => {
      if (isListening) return recordingOf(pair.answer) !== undefined;
      return kind === 'typed' || answers.size > right.size;
    });
  const chosen = new Set(sample(candidates, maxQuestions));

  const questions = candidates
    .filter((candidate) => chosen.has(candidate))
    .map(({ pair, right }): QuestionFormValues => {
      const distractors = [...answers].filter(([key]) => !right.has(key)).map(([, { answer }]) => answer);
      const wrongOptions = sample(distractors, distractorCount);
      const question = questionTexts[asksIn][isListening ? 'listening' : name](pair.prompt);
      if (kind === 'typed') {
        const own = answerKey(pair.answer);
        const acceptedAnswers = [...answers]
          .filter(([key]) => right.has(key) && key !== own)
          .map(([, { answer }]) => answer);
        return {
          ...emptyQuestion,
          kind,
          question,
          answer: pair.answer,
          acceptedAnswers: acceptedAnswers.slice(0, quizLimits.acceptedAnswers),
          wrongOptions,
        };
      }
      const recording = isListening ? recordingOf(pair.answer) : undefined;
      const head = { ...emptyQuestion, kind, question, ...(recording && { recordings: [recording] }) };
      if (wrongOptions.length === 0) return { ...head, isTyped: true, answer: pair.answer };
      const options = sample([pair.answer, ...wrongOptions]);
      return { ...head, options, correctAnswer: options.indexOf(pair.answer) };
    });
  const candidateKeys = new Set(candidates.map(({ pair }) => answerKey(pair.prompt)));
  const unusable = entries.filter(
    (entry) => !candidateKeys.has(answerKey(collapseWhitespace(entry[direction.from]))),
  ).length;
  return { questions, unusable };
}

/** A listening question says its answer. */
const listeningDirection = ({ to }: Direction) => ({ from: to, to }) satisfies Direction;

function generateMatching({
  entries,
  direction: name,
  asksIn = 'en',
  maxQuestions,
  seed,
}: GeneratorInput): GeneratorResult {
  const direction = questionDirections[name];
  const { sample } = seededShuffle(seed);
  const prompts = new Set<string>();
  const answers = new Set<string>();
  // Each side occurs once in the whole section, so that a left side has one right side in whatever question it is.
  const pairs = buildPairs(entries, direction).filter(({ prompt, answer }) => {
    const isLong = prompt.length > quizLimits.partLength || answer.length > quizLimits.partLength;
    if (isLong || prompts.has(answerKey(prompt)) || answers.has(answerKey(answer))) return false;
    prompts.add(answerKey(prompt));
    answers.add(answerKey(answer));
    return true;
  });
  if (pairs.length < quizLimits.pairsMin) return { questions: [], unusable: entries.length };
  const shuffled = sample(pairs);
  const count = Math.ceil(pairs.length / maxGeneratedPairs);
  // Groups of nearly the same size: none has one pair alone.
  const groups = Array.from({ length: count }, (_, group) =>
    shuffled.filter((_pair, place) => place % count === group),
  );
  const questions = groups.slice(0, maxQuestions).map((group) => ({
    ...emptyQuestion,
    kind: 'matching' as const,
    question: questionTexts[asksIn].matching(group.map(({ prompt }) => prompt).join(', ')),
    pairs: group.map(({ prompt, answer }) => ({ left: prompt, right: answer })),
  }));
  return { questions, unusable: entries.length - pairs.length };
}

function generateOrdering({ entries, asksIn = 'en', maxQuestions, seed }: GeneratorInput): GeneratorResult {
  const { sample } = seededShuffle(seed);
  const pairs = [
    ...distinctByKey(
      buildPairs(entries, questionDirections['khmer-english']),
      ({ prompt }) => prompt,
    ).values(),
  ];
  const candidates = pairs
    .map(({ prompt, answer }) => ({ prompt, parts: answer.split(' ') }))
    .filter(
      ({ parts }) =>
        parts.length >= quizLimits.partsMin &&
        parts.length <= quizLimits.partsMax &&
        parts.every((part) => part.length <= quizLimits.partLength) &&
        new Set(parts.map(answerKey)).size > 1,
    );
  const chosen = new Set(sample(candidates, maxQuestions));
  const questions = candidates
    .filter((candidate) => chosen.has(candidate))
    .map(({ prompt, parts }) => ({
      ...emptyQuestion,
      kind: 'ordering' as const,
      question: questionTexts[asksIn].ordering(prompt),
      parts,
    }));
  return { questions, unusable: entries.length - candidates.length };
}

/** The sections with at least one vocabulary entry, and their indexes in the lesson. */
export function findVocabularySections(sections: Lesson['sections']) {
  return sections
    .map(({ title, content, recordings = [] }, index) => ({
      index,
      title,
      entries: parseVocabulary(content).rows,
      recordings,
    }))
    .filter(({ entries }) => entries.length > 0);
}
