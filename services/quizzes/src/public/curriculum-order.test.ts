import type { Quiz } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';

/** The test's model of the curriculum: each lesson with the id of its quizzes. */
interface Place {
  readonly id: number;
  position: number;
}
interface LessonPlace extends Place {
  mainLessonId: number;
  readonly quizzes: number[];
}

interface QuizPage {
  readonly data: readonly Quiz[];
  readonly nextCursor?: string;
}

let quizzes: TestQuizzes;
const versions = new Map<string, number>();
const mainLessons: Place[] = [1, 2, 3].map((id) => ({ id, position: id }));
const lessons: LessonPlace[] = [1, 2, 3, 4, 5, 6].map((id) => ({
  id,
  position: id,
  mainLessonId: 1 + (id % 3),
  quizzes: [],
}));

function nextVersion(key: string): number {
  const version = (versions.get(key) ?? 0) + 1;
  versions.set(key, version);
  return version;
}
const mainLessonEventOf = ({ id, position }: Place) =>
  buildMainLessonEvent(id, nextVersion(`main ${id}`), { position });
const lessonEventOf = ({ id, position, mainLessonId }: LessonPlace) =>
  buildLessonEvent(id, nextVersion(`lesson ${id}`), { position, mainLessonId });

beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(...mainLessons.map(mainLessonEventOf), ...lessons.map(lessonEventOf));
  await quizzes.waitUntilConsumed();
  for (let round = 0; round < 2; round += 1)
    for (const lesson of lessons) {
      const { id } = await quizzes.createQuiz({ lessonId: lesson.id, status: 'active' });
      lesson.quizzes.push(id);
    }
});
afterAll(() => quizzes.close());

const listed = async (path = '/api/v1/quizzes') =>
  (await quizzes.call<{ data: Quiz[] }>('GET', path, undefined, { as: 'app' })).body.data.map(({ id }) => id);

const byPlace = (one: Place, other: Place) => one.position - other.position || one.id - other.id;
const expected = () =>
  [...mainLessons]
    .sort(byPlace)
    .flatMap(({ id }) => lessons.filter(({ mainLessonId }) => mainLessonId === id).sort(byPlace))
    .flatMap((lesson) => lesson.quizzes);

/** A move of a lesson or a main lesson: to a position that another may have, too, or to another main lesson. */
const anyMove = fc.oneof(
  fc.record({ what: fc.constant('main lesson' as const), at: fc.nat(2), position: fc.nat(4) }),
  fc.record({
    what: fc.constant('lesson' as const),
    at: fc.nat(5),
    position: fc.nat(4),
    mainLessonId: fc.integer({ min: 1, max: 3 }),
  }),
);

it('lists quizzes by main lesson, lesson and id, also after any moves of lessons and main lessons', async () => {
  expect(await listed()).toEqual(expected());
  for (const moves of fc.sample(fc.array(anyMove, { minLength: 1, maxLength: 4 }), {
    numRuns: depth(4, 15),
    seed: 20_261_122,
  })) {
    for (const move of moves) {
      const { at, position } = move;
      const place = move.what === 'lesson' ? lessons[at] : mainLessons[at];
      if (!place) continue;
      place.position = position / 2;
      const lesson = move.what === 'lesson' ? lessons[at] : undefined;
      if (lesson && 'mainLessonId' in move) lesson.mainLessonId = move.mainLessonId;
      await quizzes.publish(lesson ? lessonEventOf(lesson) : mainLessonEventOf(place));
    }
    await quizzes.waitUntilConsumed();
    expect({ moves, ids: await listed() }).toEqual({ moves, ids: expected() });
  }
});

it('pages do not overlap or leave a gap', async () => {
  const pages = [];
  for (const offset of [0, 5, 10]) pages.push(...(await listed(`/api/v1/quizzes?limit=5&offset=${offset}`)));
  expect(pages).toEqual(expected());
});

it('puts a quiz that is moved to another lesson where that lesson is', async () => {
  const [from, to] = lessons;
  const id = from?.quizzes.pop() ?? 0;
  await quizzes.call('PATCH', `/api/quizzes/${id}`, { lessonId: to?.id });
  to?.quizzes.push(id);
  to?.quizzes.sort((one, other) => one - other);
  expect(await listed()).toEqual(expected());
});

it('lists the quizzes of one lesson by id', async () => {
  const [, lesson] = lessons;
  expect(await listed(`/api/v1/quizzes/lesson/${lesson?.id}`)).toEqual(lesson?.quizzes);
});

it('takes the id for the position of a lesson whose event has none', async () => {
  await quizzes.publish(
    buildMainLessonEvent(60, 1, {}),
    buildLessonEvent(62, 1, { mainLessonId: 60 }),
    buildLessonEvent(61, 1, { mainLessonId: 60 }),
  );
  await quizzes.waitUntilConsumed();
  const late = await quizzes.createQuiz({ lessonId: 62, status: 'active' });
  const early = await quizzes.createQuiz({ lessonId: 61, status: 'active' });
  await eventually(async () => expect((await listed()).slice(-2)).toEqual([early.id, late.id]));
});

it('has the same order page by page with cursors; quizzes without a lesson come first', async () => {
  const withoutLesson: number[] = [];
  while (withoutLesson.length < 3)
    withoutLesson.push((await quizzes.createQuiz({ lessonId: 1, status: 'active' })).id);
  // As stored before every quiz had a lesson.
  await quizzes.service.connection.collection<{ _id: number }>('quizzes').updateMany(
    { _id: { $in: withoutLesson } },
    {
      $set: { lessonId: null, mainLessonId: null, lessonIsPublic: true },
      $unset: { mainLessonPosition: 1, lessonPosition: 1 },
    },
  );
  const all = await listed();
  expect(all.slice(0, 3)).toEqual(withoutLesson);
  for (const path of [
    '/api/v1/quizzes',
    `/api/v1/quizzes/lesson/${lessons[1]?.id}`,
    '/api/v1/quizzes?search=quiz',
  ])
    for (const limit of [1, 2, 5]) {
      const complete = await listed(path);
      const ids: number[] = [];
      const first = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`;
      let next: string | undefined = first;
      while (next !== undefined) {
        const page: QuizPage = (await quizzes.call<QuizPage>('GET', next, undefined, { as: 'app' })).body;
        ids.push(...page.data.map(({ id }) => id));
        next = page.nextCursor === undefined ? undefined : `${first}&cursor=${page.nextCursor}`;
      }
      expect({ path, limit, ids }).toEqual({ path, limit, ids: complete });
    }
});
