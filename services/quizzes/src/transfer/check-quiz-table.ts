import { isDeepStrictEqual } from 'node:util';
import { quizMessages } from '@khmer-learning/contracts';
import { isBlank, trimInvisible } from '@khmer-learning/khmer-text';
import {
  addProblem,
  type CheckReporter,
  getOrSet,
  groupRows,
  type Problems,
  type ReadLine,
  type ReportedLine,
  reportItem,
  reportRefused,
} from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { lessonReplicaExists } from '../lessons/lesson-replicas.ts';
import { lessonTitleKey } from '../lessons/lesson-title-key.ts';
import { readQuizTitlesOfLesson, readQuizzesById } from '../quizzes/quiz.bulk-queries.ts';
import type { QuizRow } from '../quizzes/quiz.queries.ts';
import { createLessonResolver, type FoundLesson, parseQuiz, planQuiz } from './check-quiz.ts';
import {
  optionColumns,
  type QuizCells,
  type QuizColumn,
  quizColumns,
  readPractice,
  toQuestion,
  toQuestionCells,
} from './quiz-table.ts';

type Row = ReadLine<QuizColumn>;
type StoredQuestion = QuizRow['questions'][number];

/** Most rows that wait for the other rows of their quiz; an exported file has those of one quiz together. */
const maxPending = {
  rows: 20_000,
  problem: 'The rows of a quiz are too far apart. Sort the file by Quiz ID',
};

/** The columns of the fields of a question; its options have several. */
const columnsOfFields = {
  kind: 'kind',
  question: 'question',
  options: 'option1',
  correctAnswer: 'correct',
  acceptedAnswers: 'accepted',
  pairs: 'pairs',
  parts: 'parts',
} as const satisfies Partial<Record<keyof StoredQuestion, QuizColumn>>;
type FieldName = keyof typeof columnsOfFields;
const questionColumns = [...Object.values(columnsOfFields), ...optionColumns];
/** Columns of lists: white space at the ends is part of these. */
const listColumns = new Set<string>(['accepted', 'pairs', 'parts']);

/** The names of changed columns. */
const labels: Readonly<Partial<Record<QuizColumn, string>>> = {
  ...Object.fromEntries(quizColumns.map(({ name, label }) => [name, label])),
  option1: 'Options',
};

/** Checks a table of quizzes. The rows of a quiz, which can be apart, replace its questions, in their order. */
export async function checkQuizTable(
  connection: Connection,
  rows: () => AsyncIterable<Row>,
  report: CheckReporter,
): Promise<void> {
  const references = createReferences(connection);
  for await (const group of groupRows(rows, ({ values }) => references.quizKey(values), maxPending))
    await checkQuizRows(connection, group, references, report);
}

/** Finds what rows name. What it finds is kept: both passes over a file group its rows in the same way. */
function createReferences(connection: Connection) {
  const findLesson = createLessonResolver(connection);
  const lessons = new Map<string, Promise<FoundLesson>>();
  const quizzes = new Map<number, Promise<Map<string, number | 'several'>>>();

  async function readTitles(lessonId: number): Promise<Map<string, number | 'several'>> {
    const ids = new Map<string, number | 'several'>();
    for (const { _id, title } of await readQuizTitlesOfLesson(connection, lessonId)) {
      const key = lessonTitleKey(title);
      ids.set(key, ids.has(key) ? 'several' : _id);
    }
    return ids;
  }

  /** The lesson of a row; nothing when it names none. */
  function lessonOf({ lessonId, lesson: title }: QuizCells): Promise<FoundLesson> {
    const idText = trimInvisible(lessonId);
    return getOrSet(lessons, JSON.stringify([idText, title]), async () => {
      const id = toId(idText);
      if (!isBlank(title)) return findLesson({ id, title });
      if (idText === '') return {};
      const exists = id !== undefined && (await lessonReplicaExists(connection, id));
      return exists ? { id } : { refusal: `Lesson ID ${idText} not found` };
    });
  }

  return {
    lessonOf,

    /** The same for all rows of a quiz: `id 7` of one that is named by its id, or found by lesson and title. */
    async quizKey(cells: QuizCells): Promise<string> {
      const idText = trimInvisible(cells.quizId);
      if (idText !== '') return `id ${idText}`;
      const { id } = await lessonOf(cells);
      const titleKey = lessonTitleKey(cells.quiz);
      if (id === undefined) return JSON.stringify([cells.lessonId, cells.lesson, titleKey]);
      const stored = (await getOrSet(quizzes, id, () => readTitles(id))).get(titleKey);
      return typeof stored === 'number' ? `id ${stored}` : `${stored ?? 'new'} ${id} ${titleKey}`;
    },
  };
}

const toId = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

async function checkQuizRows(
  connection: Connection,
  { key, rows }: { readonly key: string; readonly rows: readonly Row[] },
  references: ReturnType<typeof createReferences>,
  report: CheckReporter,
): Promise<void> {
  const problems: Problems[] = rows.map(() => ({}));
  const refuse = (at: number, column: QuizColumn, message: string) =>
    addProblem(problems[at] ?? {}, column, message);
  const idText = key.startsWith('id ') ? key.slice(3) : '';
  const id = toId(idText);
  if (idText !== '' && id === undefined) refuse(0, 'quizId', `Quiz ID "${idText}" is not a whole number`);
  if (key.startsWith('several '))
    refuse(0, 'quiz', `More than one quiz is named "${rows[0]?.values.quiz ?? ''}"`);
  const current = id === undefined ? undefined : (await readQuizzesById(connection, [id])).get(id);
  const lessons = await Promise.all(rows.map(({ values }) => references.lessonOf(values)));
  const isSame =
    !current ||
    lessons.some((lesson) => (lesson.id ?? null) === current.lessonId) ||
    rows.some(({ values }) => lessonTitleKey(values.quiz) === lessonTitleKey(current.title));
  if (current && !isSame) refuse(0, 'quizId', `Quiz ${id} is another one: "${current.title}"`);

  /** What rows change a value of the quiz to; `undefined` changes nothing. */
  function changeOf<T>(column: QuizColumn, changes: readonly (T | undefined)[]): T | undefined {
    const first = changes.find((change) => change !== undefined);
    for (const [at, change] of changes.entries())
      if (change !== undefined && change !== first)
        refuse(at, column, 'The rows of this quiz contradict each other');
    return first;
  }

  const textOf = (column: 'quiz' | 'description', stored = '') =>
    changeOf(
      column,
      rows.map(({ values: { [column]: text } }) =>
        isBlank(text) || text === stored ? undefined : trimInvisible(text),
      ),
    ) ?? stored;

  const practices = rows.map(({ values }, at) => {
    const read = readPractice(values.practice);
    if (read === undefined) refuse(at, 'practice', 'Practice must be yes or no');
    return read === null || read === current?.isPractice ? undefined : read;
  });
  const asked = matchQuestions(rows, current, refuse);
  const questions = asked.map(({ row, at, stored }) => {
    const question = toQuestion(mergeCells(row.values, stored));
    if (!question) refuse(at, 'kind', 'Kind must be choice, typed, listening, matching or ordering');
    return {
      ...question,
      ...(stored && { id: stored.id, ...(stored.recordings && { recordings: stored.recordings }) }),
    };
  });
  const value = {
    title: textOf('quiz', current?.title),
    description: textOf('description', current?.description),
    isPractice: changeOf('practice', practices) ?? current?.isPractice,
    status: current?.status,
    questions: asked.length === 0 && current ? current.questions : questions,
  };
  const lessonsOfRows = lessons.map(({ id: named, refusal }, at) => {
    if (refusal !== undefined) refuse(at, 'lesson', refusal);
    return named === current?.lessonId ? undefined : named;
  });
  const lesson = changeOf('lesson', lessonsOfRows);
  if (!current && lessons.every((named) => Object.keys(named).length === 0))
    refuse(0, 'lesson', quizMessages.lesson);
  const quiz = parseQuiz(value, current);
  for (const { path, message } of 'error' in quiz ? quiz.error.issues : []) {
    const [field, index, part] = path;
    const at = asked[Number(index)]?.at ?? 0;
    if (field === 'title') refuse(0, 'quiz', message);
    else if (field === 'description') refuse(0, 'description', message);
    // Without a kind there is no question to be judged.
    else if (!problems[at]?.kind) refuse(at, columnsOfFields[part as FieldName] ?? 'question', message);
  }
  const lines = rows.map(
    (row, at): ReportedLine => ({
      ...{ read: row, thing: 'question', title: row.values.question || row.values.quiz },
      problems: problems[at],
      ...(at === 0 && 'reason' in quiz
        ? { outcome: 'refuse', notes: [quiz.reason] }
        : { outcome: current ? 'unchanged' : 'create' }),
    }),
  );
  if (await reportRefused(report, lines, 'Another row of this quiz is refused')) return;
  if (!('fields' in quiz)) throw new Error('A refused quiz has no problem');

  const given = { isPractice: value.isPractice };
  const { notes, write } = planQuiz(quiz.fields, current, lesson, given);
  for (const [index, { at, stored }] of asked.entries()) {
    const [line, question] = [lines[at], quiz.fields.questions[index]];
    if (!current || !line || !question) continue;
    if (!stored) lines[at] = { ...line, outcome: 'create' };
    else if (!isDeepStrictEqual(question, stored))
      lines[at] = { ...line, outcome: 'change', notes: changedColumns(question, stored) };
  }
  const kept = asked.filter(({ stored }) => stored).length;
  const removed = asked.length > 0 ? (current?.questions.length ?? 0) - kept : 0;
  const isNamed = removed > 0 || lines.some(({ outcome }) => outcome !== 'unchanged');
  await reportItem(report, lines, {
    notes: [
      ...notes.filter((name) => name !== 'Questions' || !isNamed),
      ...(removed > 0 ? [`Questions removed: ${removed}`] : []),
    ],
    write: write && { ...write, about: { thing: 'quiz', title: value.title } },
  });
}

/**
 * The rows with a question, and the stored ones of these: by id, or without one by the text, so that a file that is imported again
 * changes nothing.
 */
function matchQuestions(
  rows: readonly Row[],
  current: QuizRow | undefined,
  refuse: (at: number, column: QuizColumn, message: string) => void,
) {
  const free = new Map(current?.questions.map((question) => [question.id, question]));
  const take = (question: StoredQuestion | undefined) => {
    if (question) free.delete(question.id);
    return question;
  };
  const seen = new Set<number>();
  const foundById = rows.map(({ values }, at) => {
    const idText = trimInvisible(values.questionId);
    const id = toId(idText);
    if (id === undefined) {
      if (idText !== '') refuse(at, 'questionId', `Question ID "${idText}" is not a whole number`);
      return undefined;
    }
    if (seen.has(id)) refuse(at, 'questionId', `ID ${id} appears more than once in the file`);
    seen.add(id);
    return take(free.get(id));
  });
  return rows.flatMap((row, at) => {
    const { questionId, question } = row.values;
    if ([...questionColumns, 'questionId' as const].every((name) => isBlank(row.values[name]))) return [];
    const wanted = lessonTitleKey(question);
    const findSame = () => [...free.values()].find((stored) => lessonTitleKey(stored.question) === wanted);
    return [{ row, at, stored: isBlank(questionId) ? take(findSame()) : foundById[at] }];
  });
}

/** The cells of a question. An empty cell changes nothing of a stored one; options are changed together. */
function mergeCells(cells: QuizCells, stored: StoredQuestion | undefined): QuizCells {
  const former = stored && toQuestionCells(stored);
  const keepsOptions = optionColumns.every((name) => isBlank(cells[name]));
  const merged = questionColumns.map((name) => {
    const cell = cells[name];
    const isOption = optionColumns.some((option) => option === name);
    if (former && isBlank(cell) && (!isOption || keepsOptions)) return [name, former[name]];
    return [name, cell === former?.[name] || listColumns.has(name) ? cell : trimInvisible(cell)];
  });
  return { ...cells, ...Object.fromEntries(merged) };
}

const changedColumns = (
  question: { readonly [F in FieldName]?: unknown },
  stored: StoredQuestion,
): string[] =>
  (Object.keys(columnsOfFields) as FieldName[])
    .filter((field) => !isDeepStrictEqual(question[field], stored[field]))
    .map((field) => labels[columnsOfFields[field]] ?? field);
