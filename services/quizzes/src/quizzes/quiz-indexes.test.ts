import { maxExactTotal, type quizzes as quizEndpoints, type ResponseOf } from '@khmer-learning/contracts';
import { maxExaminedCandidates, staleRecordingsKey, titledSearchFields } from '@khmer-learning/service-kit';
import {
  createQueryProfiler,
  isScanOrSort,
  type ProfiledCommand,
  type QueryProfiler,
  queryCombinations,
  summarizeCommand,
  type TestPrincipal,
} from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';
import type { StoredQuiz } from './quiz.model.ts';

const quizCount = 20_000;
const lessonCount = 200;

let quizzes: TestQuizzes;
let profile: QueryProfiler;

beforeAll(async () => {
  quizzes = await startQuizzes();
  const lessons = Array.from({ length: lessonCount }, (_, n) => buildLessonEvent(n + 1, 1, {}));
  await quizzes.publish(buildMainLessonEvent(1, 1, {}), ...lessons);
  await quizzes.waitUntilConsumed();
  const search = {
    often: titledSearchFields({ title: 'often', description: 'ខ្ញុំចង់ទៅផ្សារ' }, []),
    seldom: titledSearchFields({ title: 'often', description: 'ខ្ញុំ' }, ['seldom', 'ខ្ញុំចង់ទៅផ្សារធំ']),
  };
  search.seldom.searchKeys.push(staleRecordingsKey);
  const now = new Date();
  const stored = Array.from({ length: quizCount }, (_, n): StoredQuiz => {
    const any = Math.imul(n + 1, 2_654_435_761) >>> 0;
    return {
      _id: n + 1,
      lessonId: 1 + (any % lessonCount),
      mainLessonId: 1,
      lessonIsPublic: (any >>> 4) % 3 !== 0,
      mainLessonPosition: 1,
      lessonPosition: 1 + (any % lessonCount),
      title: `Quiz ${n}`,
      description: 'd',
      status: (any >>> 8) % 2 ? 'active' : 'draft',
      questions: [],
      questionCount: 0,
      lastQuestionId: 0,
      ...(n % 1_000 === 0 ? search.seldom : search.often),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
  });
  await quizzes.service.connection.collection<StoredQuiz>('quizzes').insertMany(stored, { ordered: false });
  profile = await createQueryProfiler(quizzes.service.connection, [
    'quizzes',
    'lessons',
    'main_lessons',
    'analytics',
    'owning_purchases',
  ]);
});
afterAll(async () => {
  await profile.stop();
  await quizzes.close();
});

async function readsOfCall(
  path: string,
  as: TestPrincipal = path.startsWith('/api/v1/') ? 'app' : 'teacher',
): Promise<ProfiledCommand[]> {
  return profile.captureReads(async () =>
    expect((await quizzes.call('GET', path, undefined, { as })).status).toBe(200),
  );
}

const options = {
  status: ['', 'active', 'draft'],
  lessonId: ['', '4'],
  mainLessonId: ['', '1'],
  search: ['', 'seldom', 'often seldom', 'ទៅផ្សារធំ'],
};

describe('with 20,000 quizzes, in every combination of filters', () => {
  it('no list scans a collection or sorts', async () => {
    const queries = queryCombinations(options);
    expect(queries.length).toBeGreaterThanOrEqual(depth(12, 24));
    const paths = [
      ...queries.map((query) => `/api/quizzes?limit=15&offset=15${query}`),
      '/api/quizzes?status=draft&lessonId=4',
      ...queryCombinations({ search: options.search }).map((query) => `/api/v1/quizzes?limit=15${query}`),
      '/api/v1/quizzes?limit=15&offset=15',
      '/api/v1/quizzes/lesson/4?limit=15',
      '/api/v1/quizzes/lesson/4',
    ];
    for (const path of paths) {
      const reads = await readsOfCall(path);
      expect(reads.length).toBeGreaterThan(0);
      expect({ path, scans: reads.filter(isScanOrSort).map(summarizeCommand) }).toEqual({ path, scans: [] });
    }
  });

  it('a page reads no more quizzes than it shows and skips; of one lesson, no more than the lesson has', async () => {
    for (const [query, most] of [
      ['', 31],
      ['&status=active', 31],
      ['&status=draft', 31],
      ['&lessonId=4', 31],
      ['&mainLessonId=1', 31],
      ['&mainLessonId=1&status=draft', 31],
      ['&lessonId=4&status=draft', quizCount / lessonCount + 50],
    ] as const) {
      const reads = await readsOfCall(`/api/quizzes?limit=15&offset=15${query}`);
      const pages = reads.filter(({ command, ns }) => 'find' in command && ns.endsWith('.quizzes'));
      expect(pages).toHaveLength(1);
      expect({
        query,
        read: pages.map(summarizeCommand).filter(({ docsExamined = 0 }) => docsExamined > most),
      }).toEqual({ query, read: [] });
    }
  });

  it('no query examines more keys than a total is counted to, or a search examines candidates', async () => {
    const searches = ['', 'seldom', 'often', 'often seldom', 'nowhere'];
    for (const path of [
      ...queryCombinations({ ...options, search: searches }).map((query) => `/api/quizzes?limit=15${query}`),
      ...queryCombinations({ search: searches }).map((query) => `/api/v1/quizzes?limit=15${query}`),
    ]) {
      const reads = await readsOfCall(path);
      const quizReads = reads.filter(({ ns }) => ns.endsWith('.quizzes')).map(summarizeCommand);
      const wide = quizReads.filter(({ keysExamined = 0 }) => keysExamined > maxExactTotal + 1_100);
      expect({ path, wide }).toEqual({ path, wide: [] });
    }
  });

  it('a list of quizzes with stale recordings reads these alone, with every other filter and order', async () => {
    const { status, lessonId } = options;
    for (const query of queryCombinations({
      ...{ status, lessonId, search: ['', 'often'], sort: ['', 'title'], recordings: ['stale'] },
    })) {
      const reads = (await readsOfCall(`/api/quizzes?limit=15&offset=0${query}`)).map(summarizeCommand);
      expect({ query, read: reads.filter(({ docsExamined = 0 }) => docsExamined > 200) }).toEqual({
        query,
        read: [],
      });
    }
    const found = await quizzes.call<unknown[]>('GET', '/api/quizzes?limit=100&recordings=stale');
    expect(found.body).toHaveLength(quizCount / 1_000);
  });

  it('no sorted list scans or sorts, or examines more than a search may', async () => {
    const { status, lessonId } = options;
    for (const query of [
      ...queryCombinations({ status, lessonId, search: ['', 'often'], sort: ['title'] }),
      ...queryCombinations({ status, sort: ['-updatedAt', 'status'] }),
    ]) {
      const reads = await readsOfCall(`/api/quizzes?limit=15&offset=15${query}`);
      expect({ query, scans: reads.filter(isScanOrSort).map(summarizeCommand) }).toEqual({
        query,
        scans: [],
      });
      const examined = reads.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0);
      expect({ query, isBounded: examined <= maxExaminedCandidates }).toEqual({ query, isBounded: true });
    }
  });

  it('a page of the public list reads no more quizzes than it shows and skips', async () => {
    const reads = await readsOfCall('/api/v1/quizzes?limit=15&offset=15');
    const pages = reads.filter(({ command, ns }) => 'find' in command && ns.endsWith('.quizzes'));
    expect(pages.filter(({ docsExamined = 0 }) => docsExamined > 0)).toHaveLength(1);
    expect(pages.map(summarizeCommand).filter(({ docsExamined = 0 }) => docsExamined > 31)).toEqual([]);
  });

  it('a search reads only the quizzes with its rarest word, not the collection', async () => {
    for (const search of ['seldom', 'often seldom', 'ទៅផ្សារធំ', 'nowhere']) {
      const reads = await readsOfCall(`/api/quizzes?limit=15&offset=0&search=${search}`);
      const wide = reads.map(summarizeCommand).filter(({ docsExamined = 0 }) => docsExamined > 200);
      expect({ search, wide }).toEqual({ search, wide: [] });
    }
  });

  it('a public search, which ignores the contents of locked quizzes, does not read the collection either', async () => {
    for (const as of ['app', 'learner'] as const)
      for (const search of ['seldom', 'often seldom', 'ទៅផ្សារធំ', 'nowhere']) {
        const reads = (await readsOfCall(`/api/v1/quizzes?limit=15&search=${search}`, as)).map(
          summarizeCommand,
        );
        const wide = reads.filter(({ docsExamined = 0 }) => docsExamined > 200);
        expect({ search, wide }).toEqual({ search, wide: [] });
      }
  });

  it('counting the quizzes of lessons or of a main lesson examines only keys, and no more than are counted', async () => {
    const ofLesson = await quizzes.service.connection
      .collection('quizzes')
      .countDocuments({ lessonId: { $in: [4, 5] } });
    for (const [query, counted] of [
      ['lessonIds=4,5', { total: ofLesson }],
      ['lessonIds=999', { total: 0 }],
      ['mainLessonId=1', { total: maxExactTotal, isMinimum: true }],
      ['mainLessonId=999', { total: 0 }],
    ] as const) {
      const path = `/api/quizzes/count?${query}`;
      expect({
        query,
        counted: (await quizzes.call('GET', path, undefined, { as: 'teacher' })).body,
      }).toEqual({
        query,
        counted,
      });
      const reads = (await readsOfCall(path)).map(summarizeCommand);
      expect(reads).toHaveLength(1);
      const [{ keysExamined = 0, docsExamined } = {}] = reads;
      expect(docsExamined).toBe(0);
      expect(keysExamined).toBeLessThanOrEqual(counted.total + 5);
    }
    for (const query of ['', 'lessonIds=', 'lessonIds=x', 'lessonIds=1&mainLessonId=1'])
      expect((await quizzes.call('GET', `/api/quizzes/count?${query}`)).status).toBe(400);
    const many = Array.from({ length: 101 }, (_, n) => n + 1).join(',');
    expect((await quizzes.call('GET', `/api/quizzes/count?lessonIds=${many}`)).status).toBe(400);
  });

  it('quizzes of lessons are counted by status with one command', async () => {
    const path = '/api/quizzes/by-lessons?ids=1,2,999';
    const { body } = await quizzes.call<ResponseOf<typeof quizEndpoints.byLessons>>('GET', path);
    const byLesson = new Map(body.lessons.map((one) => [one.lessonId, one]));
    expect([...byLesson.keys()].sort()).toEqual([1, 2]);
    for (const lessonId of [1, 2]) {
      const rows = quizzes.service.connection.collection<StoredQuiz>('quizzes');
      const active = await rows.countDocuments({ lessonId, status: 'active' });
      const drafts = await rows.countDocuments({ lessonId, status: 'draft' });
      const [newest] = await rows.find({ lessonId }).sort({ _id: -1 }).limit(1).toArray();
      expect(byLesson.get(lessonId)).toEqual({ lessonId, active, drafts, quizId: newest?._id });
    }
    const reads = await readsOfCall(path);
    expect(reads).toHaveLength(1);
    expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
    const many = Array.from({ length: 101 }, (_, n) => n + 1).join(',');
    for (const wrong of ['', 'x', many])
      expect((await quizzes.call('GET', `/api/quizzes/by-lessons?ids=${wrong}`)).status).toBe(400);
  });

  it('the question bank examines at most 1,000 quizzes of the main lesson, and those with a question by its key', async () => {
    for (const path of [
      '/api/quizzes/questions?mainLessonId=1',
      '/api/quizzes/questions?mainLessonId=1&search=seldom',
      '/api/quizzes/7/shared-questions',
    ]) {
      const reads = await readsOfCall(path);
      expect({ path, scans: reads.filter(isScanOrSort).map(summarizeCommand) }).toEqual({ path, scans: [] });
      const examined = reads
        .map(summarizeCommand)
        .reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0);
      expect({ path, isBounded: examined <= 1_001 }).toEqual({ path, isBounded: true });
    }
  });

  it('processing content events and reading one quiz do not scan either', async () => {
    const reads = await profile.captureReads(async () => {
      await quizzes.publish(
        buildMainLessonEvent(2, 1, {}),
        buildLessonEvent(1, 2, { title: 'Renamed' }),
        buildLessonEvent(2, 2, null),
      );
      await quizzes.waitUntilConsumed();
    });
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
    const one = await readsOfCall('/api/quizzes/7');
    expect(one.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
  });
});
