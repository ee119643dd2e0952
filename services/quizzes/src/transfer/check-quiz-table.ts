import { isDeepStrictEqual } from 'node:util';
import { type ImportOutcome, quizMessages } from '@khmer-learning/contracts';
import { isBlank, trimInvisible } from '@khmer-learning/khmer-text';
import {
  type CheckReporter,
  getOrSet,
  groupRows,
  type PlannedWrite,
  type ReadLine,
} from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { lessonReplicaExists } from '../lessons/lesson-replicas.ts';
import { lessonTitleKey } from '../lessons/lesson-title-key.ts';
import { readQuizTitlesOfLesson, readQuizzesById } from '../quizzes/quiz.bulk-queries.ts';
import type { QuizRow } from '../quizzes/quiz.queries.ts';
import { createLessonResolver, parseQuiz, planQuiz } from './check-quiz.ts';
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
type Lesson = { readonly id: number } | { readonly refusal: string };

/** Most rows that wait for the other rows of their quiz; an exported file has those of one quiz together. */
const maxPending = {
  rows: 20_000,
  problem: 'The rows of a quiz are too far apart. Sort the file by Quiz ID',
};
const contradiction = 'The rows of this quiz contradict each other';
const heldBack = 'Another row of this quiz is refused';

/** The columns of the question of a row. Of those in `listColumns` white space at the ends is part of the list. */
const questionColumns = [
  'kind',
  'question',
  ...optionColumns,
  'correct',
  'accepted',
  'pairs',
  'parts',
] as const;
const listColumns = new Set<string>(['accepted', 'pairs', 'parts']);
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
const labels = new Map(quizColumns.map(({ name, label }) => [name, label]));

/** Checks a table of quizzes. The rows of a quiz, which can be apart, replace its questions, in their order. */
export async function checkQuizTable(
  connection: Connection,
  rows: () => AsyncIterable<Row>,
  report: CheckReporter,
): Promise<void> {
  const references = createReferences(connection);
  for await (const group of groupRows(rows, ({ values }) => references.quizKey(values), maxPending))
    await checkQuizRows(connection, { ...group, references, report });
}

/** Finds what rows name. What it finds is kept: both passes over a file group its rows in the same way. */
function createReferences(connection: Connection) {
  const findLesson = createLessonResolver(connection);
  const lessons = new Map<string, Promise<Lesson | undefined>>();
  const quizzes = new Map<number, Promise<Map<string, number | 'several'>>>();

  async function resolveLesson(idText: string, title: string): Promise<Lesson | undefined> {
    const id = toId(idText);
    if (isBlank(title)) {
      if (idText === '') return undefined;
      return id !== undefined && (await lessonReplicaExists(connection, id))
        ? { id }
        : { refusal: `Lesson ID ${idText} not found` };
    }
    return findLesson({ ...(id !== undefined && { id }), title });
  }

  async function readTitles(lessonId: number): Promise<Map<string, number | 'several'>> {
    const ids = new Map<string, number | 'several'>();
    for (const { _id, title } of await readQuizTitlesOfLesson(connection, lessonId)) {
      const key = lessonTitleKey(title);
      ids.set(key, ids.has(key) ? 'several' : _id);
    }
    return ids;
  }

  /** The lesson of a row; undefined when it names none. */
  function lessonOf({ lessonId, lesson }: QuizCells): Promise<Lesson | undefined> {
    const idText = trimInvisible(lessonId);
    return getOrSet(lessons, JSON.stringify([idText, lesson]), () => resolveLesson(idText, lesson));
  }

  return {
    lessonOf,

    /** The same for all rows of a quiz: `id 7` of one that is named by its id, or found by lesson and title. */
    async quizKey(cells: QuizCells): Promise<string> {
      const idText = trimInvisible(cells.quizId);
      if (idText !== '') return `id ${idText}`;
      const lesson = await lessonOf(cells);
      const titleKey = lessonTitleKey(cells.quiz);
      if (!lesson || !('id' in lesson)) return JSON.stringify([cells.lessonId, cells.lesson, titleKey]);
      const stored = (await getOrSet(quizzes, lesson.id, () => readTitles(lesson.id))).get(titleKey);
      return typeof stored === 'number' ? `id ${stored}` : `${stored ?? 'new'} ${lesson.id} ${titleKey}`;
    },
  };
}

const toId = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

type Problems = Record<string, string[]>;

interface QuizOfTable {
  readonly key: string;
  readonly rows: readonly Row[];
  readonly references: ReturnType<typeof createReferences>;
  readonly report: CheckReporter;
}

async function checkQuizRows(
  connection: Connection,
  { key, rows, references, report }: QuizOfTable,
): Promise<void> {
  const problems: Problems[] = rows.map(() => ({}));
  const refuse = (at: number, column: QuizColumn, message: string) => {
    const found = problems[at];
    if (found && !found[column]?.includes(message)) found[column] = [...(found[column] ?? []), message];
  };
  const { id, problem } = readKey(key, rows);
  if (problem) refuse(0, ...problem);
  const current = id === undefined ? undefined : (await readQuizzesById(connection, [id])).get(id);
  const lessons = await Promise.all(rows.map(({ values }) => references.lessonOf(values)));
  const isSame =
    !current ||
    lessons.some((lesson) => (lesson && 'id' in lesson ? lesson.id : null) === current.lessonId) ||
    rows.some(({ values }) => lessonTitleKey(values.quiz) === lessonTitleKey(current.title));
  if (current && !isSame) refuse(0, 'quizId', `Quiz ${id} is another one: "${current.title}"`);

  /** What rows change a value of the quiz to; `undefined` changes nothing. */
  function changeOf<T>(column: QuizColumn, changes: readonly (T | undefined)[]): T | undefined {
    const first = changes.find((change) => change !== undefined);
    for (const [at, change] of changes.entries())
      if (change !== undefined && change !== first) refuse(at, column, contradiction);
    return first;
  }

  const textOf = (column: 'quiz' | 'description', stored = '') =>
    changeOf(
      column,
      rows.map(({ values: { [column]: text } }) =>
        isBlank(text) || text === stored ? undefined : trimInvisible(text),
      ),
    ) ?? stored;

  function practice(): boolean | undefined {
    const changes = rows.map(({ values }, at) => {
      const read = readPractice(values.practice);
      if (read === undefined) refuse(at, 'practice', 'Practice must be yes or no');
      return read === null || read === current?.isPractice ? undefined : read;
    });
    return changeOf('practice', changes) ?? current?.isPractice;
  }

  const asked = rows.flatMap((row, at) => (hasQuestion(row) ? [{ row, at }] : []));
  const storedOf = matchQuestions(asked, current, refuse);
  const questions = asked.map(({ row, at }) => {
    const stored = storedOf.get(at);
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
    isPractice: practice(),
    status: current?.status,
    questions: asked.length === 0 && current ? current.questions : questions,
  };
  const lessonsOfRows = lessons.map((lesson, at) => {
    if (lesson && 'refusal' in lesson) refuse(at, 'lesson', lesson.refusal);
    return lesson && 'id' in lesson && lesson.id !== current?.lessonId ? lesson.id : undefined;
  });
  const lesson = changeOf('lesson', lessonsOfRows);
  if (!current && lessons.every((named) => !named)) refuse(0, 'lesson', quizMessages.lesson);
  const quiz = parseQuiz(value, current);
  const general: string[] = [];
  if ('reasons' in quiz) {
    for (const { path, message } of quiz.error?.issues ?? []) {
      const [field, index, part] = path;
      if (field === 'title') refuse(0, 'quiz', message);
      else if (field === 'description') refuse(0, 'description', message);
      else {
        const at = typeof index === 'number' ? (asked[index]?.at ?? 0) : 0;
        // Without a kind there is no question to be judged.
        if (!problems[at]?.kind) refuse(at, columnsOfFields[part as FieldName] ?? 'question', message);
      }
    }
    if (!quiz.error) general.push(...quiz.reasons);
  }
  if ('reasons' in quiz || problems.some((found) => Object.keys(found).length > 0)) {
    await reportRefused(report, rows, problems, general);
    return;
  }

  const { notes, write } = planQuiz(quiz.fields, {
    current,
    lessonId: lesson,
    given: { isPractice: value.isPractice },
  });
  const known = new Map(current?.questions.map((question) => [question.id, question]));
  const lines = rows.map(
    (row): ReportedRow => ({ row, outcome: current ? 'unchanged' : 'create', notes: [] }),
  );
  for (const [index, { row, at }] of asked.entries()) {
    const question = quiz.fields.questions[index];
    const stored = question?.id === undefined ? undefined : known.get(question.id);
    if (!current || !question) continue;
    if (!stored) lines[at] = { row, outcome: 'create', notes: [] };
    else if (!isDeepStrictEqual(question, stored))
      lines[at] = { row, outcome: 'change', notes: changedColumns(question, stored) };
  }
  if (current && write) noteQuizChanges(lines, notes, asked.length > 0 ? known.size - storedOf.size : 0);
  await reportLines(report, lines, write && { ...write, about: { thing: 'quiz', title: value.title } });
}

/** The id of the stored quiz, or what is wrong with the rows' way to name it. */
function readKey(key: string, [first]: readonly Row[]): { id?: number; problem?: [QuizColumn, string] } {
  if (key.startsWith('several '))
    return { problem: ['quiz', `More than one quiz is named "${first?.values.quiz ?? ''}"`] };
  if (!key.startsWith('id ')) return {};
  const id = toId(key.slice(3));
  return id === undefined
    ? { problem: ['quizId', `Quiz ID "${key.slice(3)}" is not a whole number`] }
    : { id };
}

const hasQuestion = ({ values }: Row) =>
  [...questionColumns, 'questionId' as const].some((name) => !isBlank(values[name]));

/** The stored questions of rows: by id, or without one by the text, so that a file that is imported again changes nothing. */
function matchQuestions(
  asked: readonly { readonly row: Row; readonly at: number }[],
  current: QuizRow | undefined,
  refuse: (at: number, column: QuizColumn, message: string) => void,
): Map<number, StoredQuestion> {
  const free = new Map(current?.questions.map((question) => [question.id, question]));
  const matched = new Map<number, StoredQuestion>();
  const seen = new Set<number>();
  const match = (at: number, question: StoredQuestion | undefined) => {
    if (!question) return;
    matched.set(at, question);
    free.delete(question.id);
  };
  for (const { row, at } of asked) {
    const idText = trimInvisible(row.values.questionId);
    if (idText === '') continue;
    const id = toId(idText);
    if (id === undefined) refuse(at, 'questionId', `Question ID "${idText}" is not a whole number`);
    else if (seen.has(id)) refuse(at, 'questionId', `ID ${id} appears more than once in the file`);
    else {
      seen.add(id);
      match(at, free.get(id));
    }
  }
  for (const { row, at } of asked) {
    const { questionId, question } = row.values;
    if (!isBlank(questionId)) continue;
    const wanted = lessonTitleKey(question);
    match(
      at,
      [...free.values()].find((stored) => lessonTitleKey(stored.question) === wanted),
    );
  }
  return matched;
}

/** The cells of a question. An empty cell changes nothing of a stored one; options are changed together. */
function mergeCells(cells: QuizCells, stored: StoredQuestion | undefined): QuizCells {
  const former = stored && toQuestionCells(stored);
  const keepsOptions = optionColumns.every((name) => isBlank(cells[name]));
  const merged = questionColumns.map((name) => {
    const isOption = optionColumns.some((option) => option === name);
    if (former && isBlank(cells[name]) && (!isOption || keepsOptions)) return [name, former[name]];
    return [
      name,
      cells[name] === former?.[name] || listColumns.has(name) ? cells[name] : trimInvisible(cells[name]),
    ];
  });
  return { ...cells, ...Object.fromEntries(merged) };
}

const changedColumns = (
  question: { readonly [F in FieldName]?: unknown },
  stored: StoredQuestion,
): string[] =>
  Object.entries(columnsOfFields).flatMap(([field, column]) =>
    isDeepStrictEqual(question[field as FieldName], stored[field as FieldName])
      ? []
      : [column === 'option1' ? 'Options' : (labels.get(column) ?? column)],
  );

/** Names at the first row what changes of the quiz itself: its texts, the order of its questions, questions that are gone. */
function noteQuizChanges(lines: ReportedRow[], names: readonly string[], removed: number): void {
  const [first] = lines;
  if (!first) return;
  const ofQuestions = lines.some(({ outcome }) => outcome !== 'unchanged');
  const own = names.filter((name) => name !== 'Questions' || (!ofQuestions && removed === 0));
  const notes = [...own, ...(removed > 0 ? [`Questions removed: ${removed}`] : []), ...first.notes];
  if (notes.length > first.notes.length)
    lines[0] = { row: first.row, outcome: first.outcome === 'unchanged' ? 'change' : first.outcome, notes };
}

interface ReportedRow {
  readonly row: Row;
  readonly outcome: ImportOutcome;
  readonly notes: string[];
}

const lineOf = ({ row, outcome, notes }: ReportedRow) => ({
  ...{ line: row.line, thing: 'question', outcome, notes },
  title: row.values.question || row.values.quiz,
});

async function reportRefused(
  report: CheckReporter,
  rows: readonly Row[],
  problems: readonly Problems[],
  general: readonly string[],
): Promise<void> {
  for (const [at, row] of rows.entries()) {
    const own = problems[at] ?? {};
    const reasons = [...new Set([...(at === 0 ? general : []), ...Object.values(own).flat()])];
    const notes = reasons.length > 0 ? reasons : [heldBack];
    await report.addLine(lineOf({ row, outcome: 'refuse', notes }), undefined, { read: row, problems: own });
  }
}

/** The last row carries the write of the quiz. */
async function reportLines(
  report: CheckReporter,
  lines: readonly ReportedRow[],
  write: PlannedWrite | undefined,
): Promise<void> {
  for (const [at, line] of lines.entries())
    await report.addLine(lineOf(line), at === lines.length - 1 ? write : undefined, { read: line.row });
}
