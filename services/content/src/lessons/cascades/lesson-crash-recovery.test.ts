import { join } from 'node:path';
import { headerNames, type LessonSummary, type Principal } from '@khmer-learning/contracts';
import { createInternalTokenSigner, localInternalPrivateKey } from '@khmer-learning/service-kit';
import { eventually, type NodeProcess, runServer } from '@khmer-learning/test-kit';
import { startContent, type TestContent } from '../../content.test-kit.ts';
import type { StoredLesson } from '../model/lesson.model.ts';

const server = join(import.meta.dirname, '../../server.ts');
const teacher: Principal = {
  kind: 'session',
  userId: 2,
  role: 'teacher',
  sessionId: 's-2',
  sessionExpiresAt: 4_102_444_800,
};
const count = 500;
const waitOptions = { timeoutMs: 100_000 };

/** Prepares the data and keeps running; a separate process of the service starts the work under test and is killed. */
let content: TestContent;
let mainLessonId: number;
/** The type of the last lesson alone. */
let lastLessonTypeId: number;
let requestId: string;
let run: NodeProcess;
let release: () => Promise<void>;

beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

beforeEach(async () => {
  release = async () => undefined;
  requestId = `request-${Math.random()}`;
  mainLessonId = (await content.createMainLesson({ status: 'published' })).id;
  const { id } = await content.createLesson({
    mainLessonId,
    lessonTypeId: (await content.createLessonType()).id,
  });
  lastLessonTypeId = (await content.createLessonType()).id;
  const like = await lessons().findOne({ _id: id });
  if (!like) throw new Error(`No lesson ${id}`);
  await lessons().insertMany(
    Array.from({ length: count - 1 }, (_, n) => {
      const _id = mainLessonId * 1_000_000 + n;
      const lessonTypeId = n === count - 2 ? lastLessonTypeId : like.lessonTypeId;
      return { ...like, _id, lessonTypeId, title: `Lesson ${n}`, position: _id };
    }),
  );
  run = await start();
});
afterEach(async () => {
  await release();
  run.signal('SIGKILL');
});

const lessons = () => content.service.connection.collection<StoredLesson>('lessons');
const countRemaining = (name: string) => content.service.connection.collection(name).countDocuments();

async function start(): Promise<NodeProcess> {
  const { MONGODB_URI, NATS_URL } = content.service.config;
  return runServer('content', server, { env: { MONGODB_URI, NATS_URL } });
}

/** Calls the separate process once. */
async function call<T>(method: string, path: string): Promise<T> {
  const address = /"address":"(http:[^"]+)"/.exec(run.lines.join('\n'))?.[1];
  const sign = createInternalTokenSigner(localInternalPrivateKey);
  const token = sign({ audience: 'content', requestId, principal: teacher });
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { [headerNames.internalToken]: token },
  });
  const body = await answer.json();
  expect({ ok: answer.ok, body }).toMatchObject({ ok: true });
  return body as T;
}

describe.each(depth(['SIGKILL'] as const, ['SIGTERM', 'SIGKILL'] as const))(
  'an instance that is ended by %s',
  (signal) => {
    it('leaves the rest of a deletion to a running instance; orphaned lessons stay hidden meanwhile', async () => {
      const last = mainLessonId * 1_000_000 + count - 2;
      // It cannot be deleted before the process is told to end.
      release = await content.holdRows('lessons', { _id: last });
      const answer = await call('DELETE', `/api/main-lessons/${mainLessonId}`);
      run.signal(signal);
      expect(await lessons().countDocuments({ mainLessonId })).toBeGreaterThan(0);
      await release();
      expect(answer).toMatchObject({ deleted: { lessons: count } });
      await run.exited;
      const path = `/api/lessons?limit=5&mainLessonId=${mainLessonId}`;
      expect((await content.call('GET', path)).body).toEqual({ lessons: [], total: 0 });

      await eventually(async () => expect(await countRemaining('lesson_sweeps')).toBe(0), waitOptions);
      expect(await lessons().countDocuments({ mainLessonId })).toBe(0);
      const tombstones = await content.service.connection
        .collection<{ _id: string; payload: string }>('outbox')
        .countDocuments({
          subject: /^events\.content\.lesson\./,
          payload: new RegExp(`"type":"deleted".*"requestId":"${requestId}"`),
        });
      expect(tombstones).toBe(count);
      // Each has its last version and can be restored.
      const { connection } = content.service;
      const kept = connection.collection('deleted_items').countDocuments({ 'with.id': mainLessonId });
      expect(await kept).toBe(count);
      const deletions = connection
        .collection('versions')
        .countDocuments({ action: 'deleted', _id: /^lesson\./ as never });
      expect(await deletions).toBe(
        await connection.collection('deleted_items').countDocuments({ entity: 'lesson' }),
      );
      expect(await content.waitForEvent('lesson', last, 2)).toMatchObject({
        type: 'deleted',
        actor: { id: 2 },
      });
    });

    deep.it(
      'leaves the rest of a duplication to a running instance; each lesson is copied once',
      async () => {
        // The last lesson cannot be copied before the process is told to end: that locks its type.
        release = await content.holdRows('parent_lanes', { parent: `lesson-type.${lastLessonTypeId}` });
        const { id } = await call<{ id: number }>('POST', `/api/main-lessons/${mainLessonId}/duplicate`);
        run.signal(signal);
        expect(await lessons().countDocuments({ mainLessonId: id })).toBeLessThan(count);
        await release();
        await run.exited;

        await eventually(async () => expect(await countRemaining('lesson_copying')).toBe(0), waitOptions);
        const titles = async (of: number) =>
          (await content.call<LessonSummary[]>('GET', `/api/main-lessons-details/${of}`)).body.map(
            ({ title }) => title,
          );
        expect(await titles(id)).toEqual(await titles(mainLessonId));
      },
    );
  },
);
