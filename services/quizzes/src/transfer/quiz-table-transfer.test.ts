import { escapeCsvFormula, type Quiz, questionKinds } from '@khmer-learning/contracts';
import {
  createTransferClient,
  readSpreadsheet,
  type TransferClient,
  writeSpreadsheet,
} from '@khmer-learning/test-kit';
import { formatCsvRows } from '@khmer-learning/transfer';
import fc from 'fast-check';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';
import { quizColumns } from './quiz-table.ts';
import { exportedQuizzes, quizRows } from './quizzes.export.ts';

let quizzes: TestQuizzes;
let transfers: TransferClient;

beforeAll(async () => {
  quizzes = await startQuizzes();
  transfers = createTransferClient(quizzes.call, '/api/quiz-imports');
  await quizzes.publish(
    buildMainLessonEvent(1, 1, {}),
    buildLessonEvent(1, 1, { title: 'ទន្លេ' }),
    buildLessonEvent(2, 1, { title: 'The boat' }),
  );
  await quizzes.waitUntilConsumed();
});
afterAll(() => quizzes.close());
afterEach(() => quizzes.service.connection.collection('quizzes').deleteMany({}));

const stored = () => quizzes.call<Quiz[]>('GET', '/api/quizzes').then(({ body }) => body);
/** What people edit of a quiz. */
const contents = (list: readonly Quiz[]) =>
  list.map(({ id, lessonId, title, description, isPractice, status, questions }) => ({
    ...{ id, lessonId, title, description, isPractice, status, questions },
  }));
const outcomesOf = async (id: number) =>
  (await transfers.listLines(id)).map(({ outcome, notes }) => [outcome, ...notes]);

async function exportedRows(): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const row of quizRows((await exportedQuizzes(quizzes.service.connection, {}))())) rows.push(row);
  return rows;
}

const typed = `Lesson;Quiz;Description;Practice;Question;Option 1;Option 2;Option 3;Correct answer;Accepted answers;Pairs;Parts
ទន្លេ;Water;About water;yes;ទឹក?;fire; water ;;2;;;
ទន្លេ;Water;;;Write ទឹក;;;;water;the water|some water;;
ទន្លេ;Water;;;Match;;;;;;ទឹក = water | ភ្លើង = fire;
The boat;Order;Words;no;Put in order;;;;;;;I | go | home
`;

describe('a table of quizzes', () => {
  it('as people type it creates quizzes with questions of every kind; again it changes nothing', async () => {
    expect(await transfers.importFile('quizzes', typed)).toMatchObject({
      state: 'applied',
      counts: { create: 4 },
    });
    expect(contents(await stored()).toSorted((one, other) => one.id - other.id)).toMatchObject([
      {
        ...{ lessonId: 1, title: 'Water', description: 'About water', isPractice: true, status: 'draft' },
        questions: [
          { id: 1, question: 'ទឹក?', options: ['fire', 'water'], correctAnswer: 'water' },
          { id: 2, kind: 'typed', correctAnswer: 'water', acceptedAnswers: ['the water', 'some water'] },
          {
            id: 3,
            kind: 'matching',
            pairs: [
              { left: 'ទឹក', right: 'water' },
              { left: 'ភ្លើង', right: 'fire' },
            ],
          },
        ],
      },
      {
        lessonId: 2,
        title: 'Order',
        isPractice: false,
        questions: [{ kind: 'ordering', parts: ['I', 'go', 'home'] }],
      },
    ]);
    expect(await transfers.uploadAndCheck('quizzes', typed)).toMatchObject({
      counts: { unchanged: 4, refuse: 0 },
    });
  });

  it('says at its cell what is wrong, and holds the other rows of the quiz back', async () => {
    const { id } = await transfers.uploadAndCheck(
      'quizzes',
      `Lesson,Quiz,Description,Kind,Question,Option 1,Option 2,Correct answer
ទន្លេ,Water,About water,,ទឹក?,fire,water,5
ទន្លេ,Water,About fire,,ភ្លើង?,fire,water,1
ទន្លេ,Water,,,Right,a,b,1
Unknown,Fire,About fire,riddle,ភ្លើង?,fire,water,1
`,
    );
    expect(await outcomesOf(id)).toEqual([
      ['refuse', 'Correct answer is required'],
      ['refuse', 'The rows of this quiz contradict each other'],
      ['refuse', 'Another row of this quiz is refused'],
      ['refuse', 'Kind must be choice, typed, listening, matching or ordering', 'Lesson "Unknown" not found'],
    ]);
    const [line] = await transfers.listLines(id);
    const cells = line?.correction?.cells.filter(({ problems }) => problems.length > 0);
    expect(cells).toMatchObject([{ name: 'correct', value: '5', problems: ['Correct answer is required'] }]);
  });

  it('removes questions whose rows are gone, adds others, and does not take the id of another quiz', async () => {
    await transfers.importFile('quizzes', typed);
    const rows = await exportedRows();
    const [heading = [], first = [], second = [], , last = []] = rows;
    const added = first.map((cell, at) =>
      ['quizId', 'questionId'].includes(quizColumns[at]?.name ?? '') ? '' : cell,
    );
    added[quizColumns.findIndex(({ name }) => name === 'question')] = 'And this?';
    const moved = new Map<string | undefined, string>([
      ['lessonId', '1'],
      ['lesson', 'ទន្លេ'],
      ['quiz', 'Other'],
    ]);
    const foreign = last.map((cell, at) => moved.get(quizColumns[at]?.name) ?? cell);
    const { id } = await transfers.importFile(
      'quizzes',
      formatCsvRows([heading, second, added, first, foreign]),
    );
    expect(await outcomesOf(id)).toEqual([
      ['change', 'Questions removed: 1'],
      ['create'],
      ['unchanged'],
      ['refuse', expect.stringMatching(/^Quiz \d+ is another one: "Order"$/)],
    ]);
    const [, water] = await stored();
    expect(water?.questions.map(({ id, question }) => [id, question])).toEqual([
      [2, 'Write ទឹក'],
      [4, 'And this?'],
      [1, 'ទឹក?'],
    ]);
  });

  it('comes back from an export unchanged, but for the cell that was changed', async () => {
    const text = fc
      .string({ unit: fc.constantFrom(...`ទឹកស្រី Aé=+-@'",;|\\ `), minLength: 1, maxLength: 12 })
      .map((middle) => `ក${middle}`);
    const texts = (minLength: number, maxLength: number) =>
      fc.uniqueArray(text, { minLength, maxLength, selector: (one) => one.replace(/[^\p{L}\p{M}]/gu, '') });
    const question = fc
      .record({
        kind: fc.constantFrom(...questionKinds),
        question: text,
        options: texts(2, 4),
        others: texts(2, 4),
      })
      .map(({ kind, question, options, others }) => {
        const pairs = options.map((left, at) => ({ left, right: others[at] ?? `${left}${at}` }));
        if (kind === 'matching') return { kind, question, pairs };
        if (kind === 'ordering') return { kind, question, parts: options };
        const [correctAnswer] = options;
        return kind === 'choice'
          ? { question, options, correctAnswer }
          : { kind, question, options: [], correctAnswer, acceptedAnswers: options.slice(1) };
      });
    const quiz = fc.record({
      title: text,
      description: text,
      questions: fc.array(question, { minLength: 1, maxLength: 3 }),
    });
    const isRefused = ({ status }: { status: number }) => status === 400;
    await fc.assert(
      fc.asyncProperty(
        fc.array(quiz, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        text,
        fc.boolean(),
        async (bodies, place, next, isExcel) => {
          await quizzes.service.connection.collection('quizzes').deleteMany({});
          for (const [at, body] of bodies.entries())
            fc.pre(
              !isRefused(
                await quizzes.call('POST', '/api/quizzes', {
                  ...body,
                  lessonId: 1 + (at % 2),
                  isPractice: at === 1,
                }),
              ),
            );
          const before = contents(await stored());
          const count = bodies.reduce((sum, { questions }) => sum + questions.length, 0);
          const url = `/api/export/quizzes?format=${isExcel ? 'xlsx' : 'csv'}`;
          const { body: file } = await quizzes.call<Buffer>('GET', url, undefined, { bytes: true });
          expect(await transfers.uploadAndCheck('quizzes', file)).toMatchObject({
            counts: { unchanged: count, create: 0, change: 0, refuse: 0 },
          });
          const rows = isExcel ? await readSpreadsheet(file) : await exportedRows();
          const row = rows[1 + (place % count)] ?? [];
          const id = Number(row[0]);
          const column = quizColumns.findIndex(({ name }) => name === (place % 2 ? 'question' : 'quiz'));
          row[column] = isExcel ? escapeCsvFormula(next) : next;
          const questionId = Number(row[quizColumns.findIndex(({ name }) => name === 'questionId')]);
          await transfers.importFile('quizzes', isExcel ? await writeSpreadsheet(rows) : formatCsvRows(rows));
          const value = next.trim();
          const changed = before.map((one) =>
            one.id !== id
              ? one
              : place % 2
                ? {
                    ...one,
                    questions: one.questions.map((asked) =>
                      asked.id === questionId && asked.question !== next
                        ? { ...asked, question: value }
                        : asked,
                    ),
                  }
                : { ...one, title: one.title === next ? next : value },
          );
          expect(contents(await stored())).toEqual(changed);
        },
      ),
      { numRuns: depth(3, 60) },
    );
  });
});
