import { type ErrorBody, endpointsOf } from '@khmer-learning/contracts';
import type { TestPrincipal } from '@khmer-learning/test-kit';
import { buildLessonEvent, buildQuizBody, startQuizzes, type TestQuizzes } from './quizzes.test-kit.ts';

let quizzes: TestQuizzes;

beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(buildLessonEvent(1, 1, {}));
  await quizzes.waitUntilConsumed();
});
afterAll(() => quizzes.close());

const calls = endpointsOf('quizzes');
const sample = (path: string) => path.replace(/:(id|lessonId)/, '999999');
const callAs = (as: TestPrincipal, { method, path, responseType }: ReturnType<typeof endpointsOf>[number]) =>
  quizzes.call(method as 'GET', sample(path), method === 'GET' || method === 'DELETE' ? undefined : {}, {
    as,
    // Templates and exports respond with files.
    text: responseType === 'binary',
  });

describe('the quizzes service', () => {
  it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'answers %s',
    (_name, call) => {
      expect(quizzes.app.hasRoute({ method: call.method, url: call.path })).toBe(true);
    },
  );

  it('accepts only admins and teachers where a session is required', async () => {
    for (const call of calls.filter(({ access }) => access === 'session')) {
      const statuses: number[] = [];
      for (const as of ['admin', 'teacher', 'student', 'app', 'nobody'] as const)
        statuses.push((await callAs(as, call)).status);
      const [admin, teacher, ...refused] = statuses;
      expect({ call: call.id, refused }).toEqual({ call: call.id, refused: [403, 401, 401] });
      expect([401, 403]).not.toContain(admin);
      expect(teacher).toBe(admin);
    }
  });

  it('accepts only apps where an API key is required', async () => {
    for (const call of calls.filter(({ access }) => access === 'apiKey')) {
      expect([401, 403]).not.toContain((await callAs('app', call)).status);
      for (const as of ['admin', 'teacher', 'student', 'nobody'] as const)
        expect({ call: call.id, as, ...(await callAs(as, call)) }).toMatchObject({
          status: 401,
          body: { success: false, error: 'Invalid or missing API key' },
        });
    }
  });

  it('accepts only internal tokens of the gateway', async () => {
    const spoofed = { 'x-user-id': '1', 'x-user-role': 'admin' };
    expect((await quizzes.app.inject({ url: '/api/quizzes', headers: spoofed })).statusCode).toBe(401);
  });

  it('reports all validation issues, with the first one as the message', async () => {
    const { status, body } = await quizzes.call('POST', '/api/quizzes', {});
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        message: 'Lesson is required',
        issues: [
          { path: 'lessonId', message: 'Lesson is required' },
          { path: 'title', message: 'Title is required' },
          { path: 'description', message: 'Description is required' },
          { path: 'questions', message: 'At least one question is required' },
        ],
      },
    });
  });

  it.each([
    [{ lessonId: 0 }, 'lessonId', 'Lesson is required'],
    [{ lessonId: { $gt: '' } }, 'lessonId', 'Lesson is required'],
    [{ title: ' \u200B ' }, 'title', 'Title is required'],
    [{ description: '' }, 'description', 'Description is required'],
    [{ questions: [] }, 'questions', 'At least one question is required'],
    [{ question: '' }, 'questions.0.question', 'Question is required'],
    [{ options: ['River'] }, 'questions.0.options', 'At least 2 options required'],
    [{ options: ['River', '2', '3', '4', '5'] }, 'questions.0.options', 'At most 4 options are allowed'],
    [{ options: ['River', ''] }, 'questions.0.options.1', 'Option is required'],
    [{ options: ['River', ' River '] }, 'questions.0.options', 'Options must be different'],
    [{ options: ['River', 'River\u200B'] }, 'questions.0.options', 'Options must be different'],
    [{ options: ['River', 'RIVER'] }, 'questions.0.options', 'Options must be different'],
    [{ options: ['River', 'ស្ត្រី', 'ស្រ្តី'] }, 'questions.0.options', 'Options must be different'],
    [{ options: ['River', 'ម្ដាយ', 'ម្តាយ'] }, 'questions.0.options', 'Options must be different'],
    [{ options: ['River', 'ទៅណា', 'ទៅ\u200Bណា'] }, 'questions.0.options', 'Options must be different'],
    [{ options: ['River', 'caf\u00E9', 'cafe\u0301'] }, 'questions.0.options', 'Options must be different'],
    [{ options: ['River', 'ប៉ិច', 'ប៊ិច'] }, 'questions.0.options', 'Options must be different'],
    [{ options: ['River', 'walk\u00ADing', 'walking'] }, 'questions.0.options', 'Options must be different'],
    [{ question: 'a\uD83D' }, 'questions.0.question', 'This text has half of a character. Type it again'],
    [{ correctAnswer: '' }, 'questions.0.correctAnswer', 'Correct answer is required'],
    [{ correctAnswer: 'Sea' }, 'questions.0.correctAnswer', 'Correct answer is required'],
  ])('refuses %j', async (change, path, message) => {
    const [question] = buildQuizBody().questions;
    const isWhole = Object.keys(change)[0]?.match(/^(lessonId|title|description|questions)$/);
    const body = buildQuizBody(isWhole ? change : { questions: [{ ...question, ...change }] });
    const answer = await quizzes.call<ErrorBody>('POST', '/api/quizzes', body);
    expect(answer).toMatchObject({ status: 400, body: { message } });
    expect(answer.body.issues?.[0]).toEqual({ path, message });
  });
});
