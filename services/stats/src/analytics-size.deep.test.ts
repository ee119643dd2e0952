import {
  type Analytics,
  analyticsGet,
  learnerProgressEvent,
  lessonEvent,
  mainLessonEvent,
} from '@khmer-learning/contracts';
import {
  createInternalTokenSigner,
  loadConfig,
  localInternalPrivateKey,
  openService,
} from '@khmer-learning/service-kit';
import {
  buildEntityEvent,
  buildLessonState,
  buildMainLessonState,
  createQueryProfiler,
  createServiceCaller,
  eventually,
  publishEvents,
  testServiceSettings,
} from '@khmer-learning/test-kit';
import { buildApp } from './app.ts';
import { statsConfigSchema } from './config.ts';

const lessons = 100;
const activeDays = 50;
/** Of the last year, in the order of time. */
const days = Array.from({ length: 365 }, (_, n) =>
  new Date(Date.UTC(2025, 10, 16 + n)).toISOString().slice(0, 10),
);

/** A learner with 200 records: on each of 50 days, two lessons opened, one finished, and an answer. */
const progress = (userId: number) => {
  const own = Array.from({ length: activeDays }, (_, n) => days[(userId + 7 * n) % days.length] ?? '').sort();
  return buildEntityEvent(learnerProgressEvent, userId, 1, {
    userId,
    firstDay: own[0] ?? '',
    days: own.map((day) => ({ day, lessonsOpened: 2, lessonsFinished: 1, answers: 1 })),
    lessons: Array.from({ length: lessons }, (_, n) => ({ lessonId: n + 1, isFinished: n % 2 === 0 })),
    firstAnswers: [],
  });
};

it('reads as many rows for the analytics of a year with 80,000 records of progress as with 240,000', async () => {
  const service = openService({
    name: 'stats',
    config: loadConfig(statsConfigSchema, await testServiceSettings('stats')),
  });
  const stats = buildApp(service, { now: () => new Date('2026-11-15T03:00:00Z') });
  const call = createServiceCaller(stats.app, 'stats', createInternalTokenSigner(localInternalPrivateKey));
  const read = () => call<Analytics>('GET', `${analyticsGet.path}?from=${days[0]}&to=${days.at(-1)}`);
  await service.prepare(() => stats.start());
  try {
    await publishEvents(service.nats, [
      buildEntityEvent(mainLessonEvent, 1, 1, buildMainLessonState({ id: 1 })),
      ...Array.from({ length: lessons }, (_, n) =>
        buildEntityEvent(lessonEvent, n + 1, 1, buildLessonState({ id: n + 1, mainLessonId: 1 })),
      ),
    ]);
    const profile = await createQueryProfiler(service.connection, [
      'entities',
      'figures',
      'questions',
      'words',
    ]);
    const examined: { keys: number; documents: number }[] = [];
    let learners = 0;
    for (const size of [400, 1_200]) {
      const joining = Array.from({ length: size - learners }, (_, n) => progress(learners + n + 1));
      await publishEvents(service.nats, joining);
      learners = size;
      await eventually(async () => expect((await read()).body.learners).toBe(size), { timeoutMs: 60_000 });
      const reads = await profile.captureReads(read);
      examined.push({
        keys: reads.reduce((sum, { keysExamined = 0 }) => sum + keysExamined, 0),
        documents: reads.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0),
      });
    }
    expect((await read()).body.totals.answers).toBe(1_200 * activeDays);
    expect(examined[1]).toEqual(examined[0]);
    await profile.stop();
  } finally {
    await stats.app.close();
    await stats.stop();
    await service.close();
  }
});
