import { lessonLevels, maxExactTotal } from '@khmer-learning/contracts';
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
import { startContent, type TestContent } from '../../content.test-kit.ts';
import { quizKeys, recordingsKeys, type StoredLesson, visibilities } from '../model/lesson.model.ts';
import type { LessonCascade } from '../model/lesson-cascade.model.ts';

const lessonCount = 20_000;
const parentCount = 10;

let content: TestContent;
let profile: QueryProfiler;

beforeAll(async () => {
  content = await startContent();
  for (let n = 0; n < parentCount; n += 1) {
    await content.createMainLesson({ title: `Course ${n}`, status: n % 2 ? 'published' : 'draft' });
    await content.createLessonType({ title: `Type ${n}` });
  }
  const search = {
    often: titledSearchFields({ title: 'often', description: 'ខ្ញុំចង់ទៅផ្សារ' }, []),
    seldom: titledSearchFields({ title: 'often', description: 'ខ្ញុំ' }, ['seldom', 'ខ្ញុំចង់ទៅផ្សារធំ']),
  };
  search.seldom.searchKeys.push(staleRecordingsKey, quizKeys.draft, recordingsKeys.missing);
  search.often.searchKeys.push(quizKeys.none, recordingsKeys.missing);
  const now = new Date();
  const lessons = Array.from({ length: lessonCount }, (_, n): StoredLesson => {
    const any = Math.imul(n + 1, 2_654_435_761) >>> 0;
    return {
      _id: n + 1,
      mainLessonId: 1 + (any % parentCount),
      lessonTypeId: 1 + ((any >>> 4) % parentCount),
      title: `Lesson ${n}`,
      description: 'd',
      level: lessonLevels[(any >>> 8) % 3] ?? 'Beginner',
      image: 'type',
      sections: [{ title: 's', content: 'c', html: null, ops: null }],
      visibility: visibilities[(any >>> 12) % 3] ?? 'draft',
      position: n + 1,
      ...(n % 1_000 === 0 ? search.seldom : search.often),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
  });
  await content.service.connection
    .collection<StoredLesson>('lessons')
    .insertMany(lessons, { ordered: false });
  profile = await createQueryProfiler(content.service.connection, [
    'lessons',
    'lesson_types',
    'main_lessons',
    'migrations',
    'owning_purchases',
  ]);
});
afterAll(async () => {
  await profile.stop();
  await content.close();
});

/** The reads of the service's collections that a request causes. */
async function readsOf(path: string, as: TestPrincipal = 'teacher'): Promise<ProfiledCommand[]> {
  return profile.captureReads(async () =>
    expect((await content.call('GET', path, undefined, { as })).status).toBe(200),
  );
}

/** Whether a background job looked for rows to work on, which it does every second or two. */
const isSearchForJobs = ({ command: { filter } }: ProfiledCommand) =>
  Object.hasOwn(Object(filter), 'heldUntil');

const options = {
  level: ['', 'Advanced'],
  status: ['', 'published', 'draft'],
  type: ['', 'type 3'],
  mainLessonId: ['', '4'],
  search: ['', 'seldom', 'often seldom', 'ទៅផ្សារធំ'],
};

describe('with 20,000 lessons, in every combination of filters', () => {
  it('no list of lessons scans the collection or sorts', async () => {
    const queries = queryCombinations(options);
    expect(queries.length).toBeGreaterThanOrEqual(depth(12, 96));
    for (const query of queries) {
      const reads = await readsOf(`/api/lessons?limit=15&offset=15${query}`);
      expect(reads.length).toBeGreaterThan(0);
      expect({ query, scans: reads.filter(isScanOrSort).map(summarizeCommand) }).toEqual({
        query,
        scans: [],
      });
    }
  });

  it('no list scans or sorts while the lessons of a deleted parent are still being deleted', async () => {
    const cascades = content.service.connection.collection<LessonCascade>('lesson_sweeps');
    await cascades.insertOne({ _id: 'main-lesson.9', mainLessonId: 9, actor: null, requestId: null });
    for (const query of queryCombinations({ ...options, level: [''] })) {
      const reads = await readsOf(`/api/lessons?limit=15&offset=0${query}`);
      expect({ query, scans: reads.filter(isScanOrSort).map(summarizeCommand) }).toEqual({
        query,
        scans: [],
      });
    }
    await cascades.deleteMany({});
  });

  it('no page without search reads more lessons than it shows and skips', async () => {
    for (const query of queryCombinations({ ...options, search: [''] })) {
      const reads = await readsOf(`/api/lessons?limit=15&offset=15${query}`);
      const pages = reads.filter(({ command, ns }) => 'find' in command && ns.endsWith('.lessons'));
      expect({
        query,
        read: pages.map(summarizeCommand).filter(({ docsExamined = 0 }) => docsExamined > 31),
      }).toEqual({
        query,
        read: [],
      });
    }
  });

  it('no query examines more keys than a total is counted to, or than a main lesson has', async () => {
    for (const query of queryCombinations({ ...options, search: ['', 'seldom', 'often', 'nowhere'] })) {
      const reads = await readsOf(`/api/lessons?limit=15&offset=15${query}`);
      const most = query.includes('mainLessonId') ? lessonCount / parentCount + 200 : maxExactTotal + 1_100;
      expect({
        query,
        read: reads.map(summarizeCommand).filter(({ keysExamined = 0 }) => keysExamined > most),
      }).toEqual({ query, read: [] });
    }
  });

  it('no sorted list scans or sorts, and a page of a frequent filter reads a part of the lessons', async () => {
    const { status, mainLessonId } = options;
    for (const query of [
      ...queryCombinations({ status, mainLessonId, search: ['', 'seldom', 'often'], sort: ['title'] }),
      ...queryCombinations({ status, sort: ['-updatedAt', 'status'] }),
    ]) {
      const reads = await readsOf(`/api/lessons?limit=15&offset=15${query}`);
      expect({ query, scans: reads.filter(isScanOrSort).map(summarizeCommand) }).toEqual({
        query,
        scans: [],
      });
      const examined = reads.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0);
      expect({ query, isBounded: examined <= maxExaminedCandidates }).toEqual({ query, isBounded: true });
      if (query === '&sort=title') expect(examined).toBeLessThanOrEqual(31 + parentCount);
    }
  });

  it('a search reads only the lessons with its rarest word, not the collection', async () => {
    for (const search of ['seldom', 'often seldom', 'ទៅផ្សារធំ', 'nowhere']) {
      const reads = await readsOf(`/api/lessons?limit=15&offset=0&search=${search}`);
      expect({
        search,
        read: reads.map(summarizeCommand).filter(({ docsExamined = 0 }) => docsExamined > 200),
      }).toEqual({
        search,
        read: [],
      });
    }
  });

  it('no list by recordings or quizzes scans or sorts, or examines more than a search may', async () => {
    const { status, mainLessonId } = options;
    for (const query of queryCombinations({
      ...{ status, mainLessonId, sort: ['', 'title'], recordings: ['', 'missing'], quiz: ['none', 'draft'] },
    })) {
      const reads = await readsOf(`/api/lessons?limit=15&offset=15${query}`);
      const examined = reads.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0);
      expect({
        query,
        scans: reads.filter(isScanOrSort).map(summarizeCommand),
        isBounded: examined <= maxExaminedCandidates,
      }).toEqual({ query, scans: [], isBounded: true });
    }
  });

  it('a list of lessons with stale recordings reads these alone, with every other filter and order', async () => {
    const { status, mainLessonId } = options;
    for (const query of queryCombinations({
      ...{ status, mainLessonId, search: ['', 'often'], sort: ['', 'title'], recordings: ['stale'] },
    })) {
      const reads = (await readsOf(`/api/lessons?limit=15&offset=0${query}`)).map(summarizeCommand);
      expect({ query, read: reads.filter(({ docsExamined = 0 }) => docsExamined > 200) }).toEqual({
        query,
        read: [],
      });
    }
    const { body } = await content.call<{ total: number }>('GET', '/api/lessons?limit=1&recordings=stale');
    expect(body.total).toBe(lessonCount / 1_000);
  });

  it('a public search, which ignores the contents of locked lessons, does not read the collection either', async () => {
    for (const as of ['app', 'learner'] as const)
      for (const search of ['seldom', 'often seldom', 'ទៅផ្សារធំ', 'nowhere']) {
        const reads = await readsOf(`/api/v1/lessons?limit=15&search=${search}`, as);
        expect({
          search,
          read: reads.map(summarizeCommand).filter(({ docsExamined = 0 }) => docsExamined > 200),
        }).toEqual({ search, read: [] });
      }
  });

  it('no public list scans a collection or sorts', async () => {
    const { level, type, mainLessonId, search } = options;
    const queries = queryCombinations({ level, type, mainLessonId, search });
    const paths = [
      ...queries.map((query) => `/api/v1/lessons?limit=15&offset=15${query}`),
      '/api/v1/lessons/level/beginner?limit=15',
      '/api/v1/main-lessons/2/lessons?limit=15',
      '/api/v1/main-lessons/2/lessons',
      '/api/v1/main-lessons',
      '/api/v1/main-lessons?limit=2&offset=1',
      '/api/v1/main-lessons/2',
    ];
    for (const path of paths) {
      for (const as of ['app', 'learner'] as const) {
        const reads = await readsOf(path, as);
        expect({ path, scans: reads.filter(isScanOrSort).map(summarizeCommand) }).toEqual({
          path,
          scans: [],
        });
      }
    }
  });

  it('the start of another instance reads no lessons: migrations run once', async () => {
    let other: TestContent | undefined;
    const reads = await profile.captureReads(async () => {
      other = await startContent({ share: content });
    });
    await other?.close();
    expect(reads.map(({ ns }) => ns.split('.')[1])).toContain('migrations');
    const lessons = reads.filter(({ ns, command }) => ns.endsWith('.lessons') && !('listIndexes' in command));
    expect(lessons.map(summarizeCommand)).toEqual([]);
  });

  it('a save of a draft reads the lesson with its type by one command, and writes it by one', async () => {
    const commands = await profile.captureReads(async () => {
      expect((await content.call('PATCH', '/api/lessons/500', { title: 'Once more' })).status).toBe(200);
    });
    const names = commands
      .filter((one) => !isSearchForJobs(one))
      .map(({ op, ns }) => `${op} ${ns.split('.')[1]}`);
    expect(names).toEqual(['command lessons', 'update lessons']);
  });

  it('the lists of main lessons, lesson types and their lessons do not scan or sort either', async () => {
    for (const path of [
      '/api/lessons?level=advanced&status=draft&type=type 1',
      '/api/main-lessons',
      '/api/main-lessons?status=draft&limit=5',
      '/api/main-lessons?search=course&status=published&limit=5',
      '/api/main-lessons?order=catalogue',
      '/api/main-lessons?order=catalogue&limit=5&offset=2',
      '/api/main-lessons?order=catalogue&status=draft&limit=5',
      '/api/main-lessons?order=catalogue&search=course&limit=5',
      '/api/main-lessons?order=catalogue&search=course&status=published&limit=5',
      '/api/main-lessons-details/4',
      '/api/main-lessons-details/4?limit=15',
      '/api/lesson-type',
      '/api/lesson-type?search=type',
      '/api/lesson-type/3',
      '/api/lesson-type/3?limit=15',
    ]) {
      const reads = await readsOf(path);
      expect({ path, scans: reads.filter(isScanOrSort).map(summarizeCommand) }).toEqual({ path, scans: [] });
    }
  });
});
