import { type QuestionKind, type Quiz, questionKinds, quizLimits } from '@khmer-learning/contracts';
import { answerKey, foldText, isBlank, trimInvisible } from '@khmer-learning/khmer-text';
import { tableField } from '@khmer-learning/transfer';

export const optionColumns = ['option1', 'option2', 'option3', 'option4'] as const;
/** A question as the form and JSON files have it. */
export type TableQuestion = Omit<Quiz['questions'][number], 'id' | 'recordings'>;

/** The columns of a table of quizzes, which has a row for each question. */
export const quizColumns = [
  tableField('quizId', 'Quiz ID', ['លេខសម្គាល់កម្រងសំណួរ']),
  tableField('lessonId', 'Lesson ID', ['លេខសម្គាល់មេរៀន']),
  tableField('lesson', 'Lesson', ['Lesson title', 'មេរៀន'], ['Greetings', 'Greetings']),
  tableField('quiz', 'Quiz', ['Quiz title', 'កម្រងសំណួរ', 'កម្រង'], ['Hello', 'Hello'], true),
  tableField('description', 'Description', ['ការពិពណ៌នា'], ['How people greet each other', '']),
  tableField('practice', 'Practice', ['សម្រាប់ហាត់'], ['yes', '']),
  tableField('questionId', 'Question ID', ['លេខសម្គាល់សំណួរ']),
  tableField('kind', 'Kind', ['Question kind', 'Type', 'ប្រភេទ', 'ប្រភេទសំណួរ'], ['choice', 'matching']),
  tableField('question', 'Question', ['សំណួរ'], ['What does សួស្តី mean?', 'Match the words'], true),
  ...optionColumns.map((name, at) =>
    tableField(
      name,
      `Option ${at + 1}`,
      [`Answer ${at + 1}`, `ជម្រើស ${at + 1}`, `ជម្រើសទី ${at + 1}`],
      [['Hello', 'Goodbye', 'Thank you', ''][at] ?? '', ''],
    ),
  ),
  tableField('correct', 'Correct answer', ['Correct', 'ចម្លើយត្រឹមត្រូវ'], ['1', '']),
  tableField('accepted', 'Accepted answers', ['Accepted', 'ចម្លើយដែលទទួលយក']),
  tableField('pairs', 'Pairs', ['គូ'], ['', 'សួស្តី = Hello | លាហើយ = Goodbye']),
  tableField('parts', 'Parts', ['ផ្នែក']),
];

export type QuizColumn = (typeof quizColumns)[number]['name'];
export type QuizCells = Readonly<Record<QuizColumn, string>>;

const kindNames: Readonly<Record<QuestionKind, readonly string[]>> = {
  choice: ['choice', 'ជ្រើសរើស'],
  typed: ['typed', 'typed answer', 'វាយចម្លើយ'],
  listening: ['listening', 'ស្ដាប់'],
  matching: ['matching', 'ផ្គូផ្គង'],
  ordering: ['ordering', 'ordering words', 'រៀបលំដាប់ពាក្យ'],
};
const keyOf = (text: string) => trimInvisible(foldText(text));
const kindsByName = new Map(
  questionKinds.flatMap((kind) => kindNames[kind].map((name) => [keyOf(name), kind])),
);
const booleansByName = new Map<string, boolean>([
  ...['yes', 'true', '1', 'x', 'បាទ', 'ចាស', 'បាទ/ចាស'].map((name) => [keyOf(name), true] as const),
  ...['no', 'false', '0', 'ទេ'].map((name) => [keyOf(name), false] as const),
]);

/** Whether the quiz of a row is for practice: `yes` or `no`. @returns null for an empty cell, undefined for another text */
export const readPractice = (cell: string): boolean | null | undefined =>
  isBlank(cell) ? null : booleansByName.get(keyOf(cell));

/** What stands for itself after a backslash: separators, and white space that is not to be trimmed. */
const special = /[\\|=\n\r]|^\s|\s$/g;
const escapeItem = (text: string) => text.replace(special, '\\$&');

/** A list as a cell: `I | go | home`. */
export const formatList = (items: readonly string[]): string => items.map(escapeItem).join(' | ');

/** Pairs as a cell: `ទឹក = water | ភ្លើង = fire`. */
export const formatPairCells = (pairs: TableQuestion['pairs'] = []): string =>
  pairs.map(({ left, right }) => `${escapeItem(left)} = ${escapeItem(right)}`).join(' | ');

type Pieces = readonly string[];
/** A cell as characters, each with the backslash before it. */
const piecesOf = (cell: string): Pieces => cell.match(/\\[\s\S]|[\s\S]/g) ?? [];

function splitPieces(pieces: Pieces, separator: RegExp): Pieces[] {
  const items: string[][] = [[]];
  for (const piece of pieces)
    if (separator.test(piece)) items.push([]);
    else items.at(-1)?.push(piece);
  return items;
}

/** The text of pieces, without white space at the ends that has no backslash. */
function textOf(pieces: Pieces): string {
  const isText = (piece: string) => !/^\s$/.test(piece);
  const trimmed = pieces.slice(pieces.findIndex(isText), pieces.findLastIndex(isText) + 1);
  return trimmed.map((piece) => (piece.length > 1 ? piece.slice(1) : piece)).join('');
}

const itemsOf = (cell: string) =>
  splitPieces(piecesOf(cell), /^[|\n\r]$/).filter((pieces) => !isBlank(textOf(pieces)));

/** The items of a cell: separated by signs or line ends, but for those after a backslash. */
export const parseList = (cell: string): string[] => itemsOf(cell).map(textOf);

/** The pairs of a cell; what is no pair has an empty right side, which the rules of quizzes refuse. */
export const parsePairs = (cell: string): { left: string; right: string }[] =>
  itemsOf(cell).map((item) => {
    const [left = '', right = '', ...rest] = splitPieces(item, /^=$/).map(textOf);
    return { left, right: rest.length > 0 ? '' : right };
  });

export function toQuestionCells({ kind = 'choice', question, options, ...answers }: TableQuestion) {
  const { correctAnswer, acceptedAnswers = [], pairs, parts = [] } = answers;
  const [option1 = '', option2 = '', option3 = '', option4 = ''] = options;
  return {
    ...{ kind, question, option1, option2, option3, option4, correct: correctAnswer },
    ...{ accepted: formatList(acceptedAnswers), pairs: formatPairCells(pairs), parts: formatList(parts) },
  };
}

/**
 * The question of a row, not validated. Without a kind it is that for which it has answers.
 * @returns undefined when the kind is none
 */
export function toQuestion(cells: QuizCells): Partial<TableQuestion> | undefined {
  const options = optionColumns.map((name) => cells[name]).filter((option) => !isBlank(option));
  const kind = isBlank(cells.kind) ? guessKind(cells, options) : kindsByName.get(keyOf(cells.kind));
  if (!kind) return undefined;
  const { question } = cells;
  if (kind === 'matching') return { kind, question, pairs: parsePairs(cells.pairs) };
  if (kind === 'ordering') return { kind, question, parts: parseList(cells.parts) };
  const answers = { question, options, correctAnswer: correctAnswerOf(cells, options) };
  if (kind === 'choice') return answers;
  return { ...answers, kind, acceptedAnswers: parseList(cells.accepted) };
}

function guessKind({ pairs, parts }: QuizCells, options: readonly string[]): QuestionKind {
  if (!isBlank(pairs)) return 'matching';
  if (!isBlank(parts)) return 'ordering';
  return options.length === 0 ? 'typed' : 'choice';
}

/** The correct answer as the text of an option, which the cell names by its text or its number. */
function correctAnswerOf({ correct, ...cells }: QuizCells, options: readonly string[]): string {
  if (options.length === 0 || options.includes(correct)) return correct;
  const same = options.find((option) => answerKey(option) === answerKey(correct));
  const column = optionColumns.find((_name, at) => String(at + 1) === correct.trim());
  const numbered = column && cells[column];
  return same ?? (numbered && !isBlank(numbered) ? numbered : correct);
}

if (optionColumns.length !== quizLimits.optionsMax) throw new Error('The columns of options are out of date');
