import {
  formatOrder,
  learnerProgressEvent,
  type Quiz,
  type quizzes as quizEndpoints,
  type ResponseOf,
  type v1QuizzesGet,
  type v1QuizzesList,
  type v1QuizzesSubmit,
} from '@khmer-learning/contracts';
import { buildEntityEvent } from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  buildQuizBody,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';

type PublicQuiz = ResponseOf<typeof v1QuizzesGet>['data'];
type Result = ResponseOf<typeof v1QuizzesSubmit>['data'];

let quizzes: TestQuizzes;

beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(buildMainLessonEvent(1, 1, {}), buildLessonEvent(1, 1, {}));
  await quizzes.waitUntilConsumed();
});
afterAll(() => quizzes.close());

const recording = { language: 'km', text: 'ទូក', file: 'boat-0123456789.mp3' };
const choice = { question: 'A river?', options: ['ទន្លេ', 'ទូក'], correctAnswer: 'ទន្លេ' };
const typed = {
  kind: 'typed',
  question: 'Say “Father”',
  correctAnswer: 'ឪពុក',
  acceptedAnswers: ['ប៉ា', 'លោកឪពុក'],
};
const typedOrChosen = {
  kind: 'typed',
  question: 'What is ផ្សារ?',
  options: ['Market', 'Street', 'Bridge'],
  correctAnswer: 'Market',
};
const listening = {
  kind: 'listening',
  question: 'What do you hear?',
  options: ['ទន្លេ', 'ទូក'],
  correctAnswer: 'ទូក',
  recordings: [recording],
};
const pairs = [
  { left: 'One', right: 'មួយ' },
  { left: 'Two', right: 'ពីរ' },
  { left: 'Three', right: 'បី' },
];
const matching = { kind: 'matching', question: 'Match', pairs };
const parts = ['I', 'go', 'to', 'the', 'market'];
const ordering = { kind: 'ordering', question: 'Put into order', parts };
const allKinds = [choice, typed, typedOrChosen, listening, matching, ordering];

const createActive = (questions: readonly object[], change: object = {}) =>
  quizzes.createQuiz({ status: 'active', questions, ...change });
const read = async <Body = { data: PublicQuiz }>(path: string) =>
  quizzes.call<Body>('GET', `/api/v1${path}`, undefined, { as: 'app' });
const shown = async (id: number, query = '') => (await read(`/quizzes/${id}${query}`)).body.data;
const submit = async (id: number, answers: readonly object[], kinds?: readonly string[]) =>
  (
    await quizzes.call<{ data: Result }>(
      'POST',
      `/api/v1/quizzes/${id}/submit`,
      { answers, ...(kinds ? { kinds } : {}) },
      { as: 'app' },
    )
  ).body.data;
const verdicts = ({ results }: Result) =>
  results.map(({ isCorrect, almost }) => (isCorrect ? 'right' : almost ? 'almost' : 'wrong'));

describe('a question', () => {
  it.each<[string, object, string]>([
    ['a choice of one option', { ...choice, options: ['ទន្លេ'] }, 'At least 2 options required'],
    ['a typed question without an answer', { ...typed, correctAnswer: '' }, 'Correct answer is required'],
    [
      'the same answer in another spelling',
      { ...typed, acceptedAnswers: ['ឪ\u200Bពុក។'] },
      'Accepted answers must be different',
    ],
    ['options without the answer', { ...typedOrChosen, correctAnswer: 'Shop' }, 'Correct answer is required'],
    [
      'an accepted answer among the wrong options',
      { ...typedOrChosen, acceptedAnswers: ['street'] },
      'An accepted answer cannot be a wrong option',
    ],
    ['one pair', { ...matching, pairs: pairs.slice(1, 2) }, 'At least 2 pairs required'],
    [
      'nine pairs',
      { ...matching, pairs: Array.from({ length: 9 }, (_, n) => ({ left: `l${n}`, right: `r${n}` })) },
      'At most 8 pairs are allowed',
    ],
    [
      'half a pair',
      { ...matching, pairs: [...pairs, { left: 'Four', right: ' ' }] },
      'Both sides of a pair are required',
    ],
    [
      'two equal left sides',
      { ...matching, pairs: [...pairs, { left: 'one', right: 'បួន' }] },
      'Left sides must be different',
    ],
    [
      'two equal right sides',
      { ...matching, pairs: [...pairs, { left: 'Four', right: 'បី' }] },
      'Right sides must be different',
    ],
    ['one part', { ...ordering, parts: ['I'] }, 'At least 2 parts required'],
    [
      'thirteen parts',
      { ...ordering, parts: Array.from({ length: 13 }, (_, n) => `p${n}`) },
      'At most 12 parts are allowed',
    ],
    ['equal parts', { ...ordering, parts: ['go', 'Go'] }, 'Parts must not all be the same'],
    [
      'an unknown kind',
      { ...choice, kind: 'essay' },
      'Unknown kind "essay". Allowed: choice, typed, listening, matching, ordering',
    ],
  ])('with %s is refused', async (_, question, message) => {
    const { status, body } = await quizzes.call(
      'POST',
      '/api/quizzes',
      buildQuizBody({ questions: [question] }),
    );
    expect({ status, body }).toMatchObject({ status: 400, body: { message } });
  });

  it('keeps the fields of its kind alone', async () => {
    const { questions } = await quizzes.createQuiz({
      questions: [
        { ...choice, kind: 'choice', pairs, parts },
        { ...matching, options: ['a', 'b'], parts },
      ],
    });
    expect(questions).toEqual([
      { id: 1, ...choice },
      { id: 2, ...matching, options: [], correctAnswer: '' },
    ]);
  });

  it('that is heard needs its recording before the quiz is active, and not before', async () => {
    const unrecorded = { ...listening, recordings: [{ ...recording, text: 'another word' }] };
    const { id } = await quizzes.createQuiz({ questions: [choice, unrecorded] });
    const refused = await quizzes.call('PATCH', `/api/quizzes/${id}`, { status: 'active' });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        message: 'A listening question needs a recording of its correct answer',
        issues: [{ path: 'questions.1.recordings' }],
      },
    });
    const accepted = await quizzes.call('PATCH', `/api/quizzes/${id}`, {
      status: 'active',
      questions: [choice, listening],
    });
    expect(accepted.status).toBe(200);
  });
});

describe('learners see', () => {
  it('no answer of a scored quiz, whatever its kind', async () => {
    const { id } = await createActive(allKinds);
    const quiz = await shown(id);
    expect(quiz.questions.map(({ kind }) => kind)).toEqual([
      'choice',
      'typed',
      'typed',
      'listening',
      'matching',
      'ordering',
    ]);
    for (const question of quiz.questions)
      for (const field of ['correctAnswer', 'acceptedAnswers', 'pairs', 'order'])
        expect(question).not.toHaveProperty(field);
    const [, typedQuestion, , heard, matched, ordered] = quiz.questions;
    expect(typedQuestion).toMatchObject({ options: [], optionRecordings: [] });
    expect(JSON.stringify(typedQuestion)).not.toContain('ពុក');
    expect(heard?.recordings.km).toBe('/uploads/boat-0123456789.mp3');
    expect(heard?.optionRecordings).toEqual([
      { en: null, km: null },
      { en: null, km: null },
    ]);
    expect(matched?.lefts).toEqual(['One', 'Two', 'Three']);
    expect(matched?.rights).not.toEqual(pairs.map(({ right }) => right));
    expect([...(matched?.rights ?? [])].sort()).toEqual(pairs.map(({ right }) => right).sort());
    expect(ordered?.parts).not.toEqual(parts);
    expect([...(ordered?.parts ?? [])].sort()).toEqual([...parts].sort());
  });

  it('parts never in the right order, and the right answer of a typed question not always first', async () => {
    const questions = Array.from({ length: 60 }, () => ({ ...ordering, parts: ['a', 'b', 'c'] }));
    const { id } = await createActive([...questions, ...Array.from({ length: 60 }, () => typedOrChosen)]);
    const found = (await shown(id)).questions;
    const orders = new Set(found.slice(0, 60).map(({ parts: given }) => given?.join('')));
    expect(orders).not.toContain('abc');
    expect(orders.size).toBeGreaterThan(3);
    expect(new Set(found.slice(60).map(({ options }) => options.indexOf('Market'))).size).toBe(3);
  });

  it('the same order until the questions are edited', async () => {
    const { id } = await createActive(allKinds);
    const before = await shown(id);
    await quizzes.call('PATCH', `/api/quizzes/${id}`, { title: 'Another title' });
    expect((await shown(id)).questions).toEqual(before.questions);
  });

  it('the answers of a practice quiz', async () => {
    const { id } = await createActive(allKinds, { isPractice: true });
    expect((await shown(id)).questions).toMatchObject([
      { correctAnswer: 'ទន្លេ' },
      { correctAnswer: 'ឪពុក', acceptedAnswers: ['ប៉ា', 'លោកឪពុក'] },
      { correctAnswer: 'Market' },
      { correctAnswer: 'ទូក' },
      { correctAnswer: 'One → មួយ\nTwo → ពីរ\nThree → បី', pairs },
      { correctAnswer: 'I go to the market', order: parts },
    ]);
  });

  it('no typed answer by searching for it', async () => {
    const { id } = await createActive([
      { ...typed, correctAnswer: 'unsearchable' },
      { ...ordering, parts: ['findable', 'part'] },
    ]);
    const found = async (word: string) =>
      (await read<ResponseOf<typeof v1QuizzesList>>(`/quizzes?search=${word}`)).body.data.map(
        (quiz) => quiz.id,
      );
    expect(await found('unsearchable')).toEqual([]);
    expect(await found('findable')).toEqual([id]);
  });
});

describe('with kinds', () => {
  it('a quiz has the questions of these kinds, and as choice those that have options', async () => {
    const { id } = await createActive(allKinds);
    const choices = await shown(id, '?kinds=choice');
    expect(choices.questionCount).toBe(2);
    expect(choices.questions.map(({ id: questionId, kind }) => [questionId, kind])).toEqual([
      [1, 'choice'],
      [3, 'choice'],
    ]);
    expect((await shown(id, '?kinds=choice,typed')).questions.map(({ kind }) => kind)).toEqual([
      'choice',
      'typed',
      'typed',
    ]);
    expect((await shown(id, '?kinds=matching')).questions).toHaveLength(1);
    expect((await shown(id, '?kinds=')).questions).toHaveLength(6);
  });

  it('a list counts the questions that the quizzes then have', async () => {
    const { id } = await createActive(allKinds);
    for (const [query, count] of [
      ['', 6],
      ['kinds=choice', 2],
      ['kinds=typed', 2],
      ['kinds=choice,typed', 3],
      ['kinds=ordering', 1],
    ] as const) {
      for (const path of ['/quizzes', '/quizzes/lesson/1']) {
        const { body } = await read<ResponseOf<typeof v1QuizzesList>>(`${path}?limit=100&${query}`);
        expect(body.data.find((quiz) => quiz.id === id)?.questionCount).toBe(count);
      }
    }
  });

  it('a submission is scored over the questions that the app has seen', async () => {
    const { id } = await createActive(allKinds);
    const answers = [
      { questionId: 1, selectedAnswer: 'ទន្លេ' },
      { questionId: 3, selectedAnswer: 'Market' },
    ];
    expect(await submit(id, answers, ['choice'])).toMatchObject({
      totalQuestions: 2,
      score: 100,
      passed: true,
    });
    expect(await submit(id, answers)).toMatchObject({ totalQuestions: 6, score: 33, passed: false });
  });

  it('an unknown one is refused', async () => {
    const { id } = await createActive([choice]);
    for (const path of [`/quizzes/${id}`, '/quizzes', '/quizzes/lesson/1'])
      expect(await read(`${path}?kinds=choice,essay`)).toMatchObject({
        status: 400,
        body: { error: 'kinds must be some of: choice, typed, listening, matching, ordering' },
      });
  });
});

describe('answers', () => {
  it('of each kind are scored by it', async () => {
    const { id } = await createActive(allKinds);
    const answersOf = (typedAnswer: string, order: readonly string[], matched: readonly object[]) => [
      { questionId: 1, selectedAnswer: 'ទន្លេ' },
      { questionId: 2, selectedAnswer: typedAnswer },
      { questionId: 3, selectedAnswer: 'markket' },
      { questionId: 4, selectedAnswer: 'ទូក' },
      { questionId: 5, pairs: matched },
      { questionId: 6, order },
    ];
    const right = await submit(id, answersOf('ឪ\u200Bពុក', parts, [...pairs].reverse()));
    expect(verdicts(right)).toEqual(['right', 'right', 'almost', 'right', 'right', 'right']);
    expect(right).toMatchObject({ correctAnswers: 5, score: 83 });
    expect(right.results[4]).toMatchObject({ correctAnswer: 'One → មួយ\nTwo → ពីរ\nThree → បី' });
    const swapped = [{ left: 'One', right: 'ពីរ' }, { left: 'Two', right: 'មួយ' }, pairs[2] ?? {}];
    const wrong = await submit(id, answersOf('ឪពូក', [...parts].reverse(), swapped));
    expect(verdicts(wrong)).toEqual(['right', 'wrong', 'almost', 'right', 'wrong', 'wrong']);
  });

  it('that are another word of the quiz are wrong, not almost right', async () => {
    const ship = { kind: 'typed', question: 'A boat', correctAnswer: 'ship' };
    const alone = await createActive([ship]);
    expect(verdicts(await submit(alone.id, [{ questionId: 1, selectedAnswer: 'shipp' }]))).toEqual([
      'almost',
    ]);
    const sheep = { kind: 'typed', question: 'An animal', correctAnswer: 'sheeps' };
    const ships = { ...ship, correctAnswer: 'sheep' };
    const both = await createActive([ships, sheep]);
    expect(verdicts(await submit(both.id, [{ questionId: 1, selectedAnswer: 'sheeps' }]))).toEqual([
      'wrong',
      'wrong',
    ]);
    expect(verdicts(await submit(both.id, [{ questionId: 1, selectedAnswer: 'sheepp' }]))).toEqual([
      'almost',
      'wrong',
    ]);
  });

  it('without an answer get no correct answer', async () => {
    const { id } = await createActive(allKinds);
    const { results } = await submit(id, [
      { questionId: 5, pairs: [] },
      { questionId: 2, selectedAnswer: ' ' },
    ]);
    expect(results.map(({ correctAnswer }) => correctAnswer)).toEqual(Array(6).fill(null));
  });

  it('are counted, and typed ones listed by what learners type instead', async () => {
    const { id } = await createActive([typedOrChosen, ordering]);
    const typedAnswers = ['Market', 'Markket', 'street', 'Street '];
    await quizzes.publish(
      ...typedAnswers.map((answer, index) =>
        buildEntityEvent(learnerProgressEvent, 70 + index, 1, {
          userId: 70 + index,
          days: [],
          firstAnswers: [answer, formatOrder(index === 0 ? parts : [...parts].reverse())].map((text, at) => ({
            quizId: id,
            questionId: at + 1,
            answer: text,
            at: '2026-05-04T03:00:00.000Z',
          })),
        }),
      ),
    );
    await quizzes.waitUntilConsumed();
    const { body } = await quizzes.call<ResponseOf<typeof quizEndpoints.questionStatistics>>(
      'GET',
      `/api/quizzes/${id}/question-statistics`,
    );
    expect(body.questions).toMatchObject([
      {
        kind: 'typed',
        tries: 4,
        rightShare: 25,
        almost: 1,
        options: [
          { option: 'Market', isCorrect: true, picks: 1 },
          { option: 'street', isCorrect: false, picks: 2 },
          { option: 'Markket', isCorrect: false, picks: 1 },
        ],
        otherPicks: 0,
      },
      {
        kind: 'ordering',
        rightShare: 25,
        almost: 0,
        options: [{ option: 'I go to the market', picks: 1 }, { picks: 3 }],
      },
    ]);
  });

  it('survive that the quiz is deleted and brought back', async () => {
    const { id } = await createActive(allKinds);
    await quizzes.call('DELETE', `/api/quizzes/${id}`);
    const { body } = await quizzes.call<Quiz>('POST', `/api/deleted-quizzes/${id}/restore`);
    expect(body.questions).toHaveLength(6);
    expect((await shown(id, '?kinds=choice')).questionCount).toBe(2);
    expect((await shown(id)).questions[5]?.parts).not.toEqual(parts);
  });
});
