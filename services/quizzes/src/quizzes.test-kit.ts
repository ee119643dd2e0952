import {
  type EntityEvent,
  lessonEvent,
  mainLessonEvent,
  type Quiz,
  quizEvent,
  type StateOf,
} from '@khmer-learning/contracts';
import { startPurchaseConsumer, startUserNameConsumer } from '@khmer-learning/item-kit';
import {
  createInternalTokenSigner,
  loadConfig,
  localInternalPrivateKey,
  openService,
  type Service,
} from '@khmer-learning/service-kit';
import {
  buildEntityEvent,
  buildLessonState,
  buildMainLessonState,
  createServiceCaller,
  dropDatabase,
  eventually,
  fetchLastEvent,
  publishEvents,
  publishStreamIsFilled,
  testServiceSettings,
} from '@khmer-learning/test-kit';
import { buildApp } from './app.ts';
import { configSchema } from './config.ts';
import { startContentConsumer } from './consumers/content-consumer.ts';
import { startProgressConsumer } from './consumers/progress-consumer.ts';
import { migrations } from './migrations/migrations.ts';
import { startContentReleaseConsumer } from './releases/quiz-releases.ts';

type Lesson = StateOf<typeof lessonEvent>;
type MainLesson = StateOf<typeof mainLessonEvent>;

/** A quizzes service with its own database, called the way the gateway calls it, with events like those of content. */
export type TestQuizzes = Awaited<ReturnType<typeof startQuizzes>>;

/** The actor and the request of an event of a lesson or main lesson. */
const buildEventCause = (entity: string, id: number) => ({
  actor: { id: 9, role: 'teacher' } as const,
  requestId: `request of ${entity} ${id}`,
});

/** The event of a main lesson, published and free by default; a tombstone when `overrides` is null. */
export function buildMainLessonEvent(
  id: number,
  version: number,
  overrides: Partial<MainLesson> | null,
): EntityEvent {
  const state = overrides && buildMainLessonState({ id, title: `Main lesson ${id}`, ...overrides });
  return buildEntityEvent(mainLessonEvent, id, version, state, buildEventCause('main-lesson', id));
}

/** The event of a lesson, published in main lesson 1 by default; a tombstone when `overrides` is null. */
export function buildLessonEvent(
  id: number,
  version: number,
  overrides: Partial<Lesson> | null,
): EntityEvent {
  const state =
    overrides && buildLessonState({ id, title: `Lesson ${id}`, status: 'published', ...overrides });
  return buildEntityEvent(lessonEvent, id, version, state, buildEventCause('lesson', id));
}

/** The question of `buildQuizBody`. */
export const question = { question: 'What is ទន្លេ?', options: ['River', 'Boat'], correctAnswer: 'River' };

/** A valid body of `POST /api/quizzes`. */
export function buildQuizBody(overrides: Record<string, unknown> = {}) {
  return {
    lessonId: 1,
    title: 'The river',
    description: 'Words for the water',
    questions: [question],
    ...overrides,
  };
}

/**
 * Starts a quizzes service and waits until it is ready.
 *
 * @param options.share a running service; the new one is its second instance, with the same database and NATS
 */
export async function startQuizzes(options: { share?: { readonly service: Service } } = {}) {
  const settings = await testServiceSettings('quizzes', options.share?.service.config);
  const config = loadConfig(configSchema, settings);
  const service = openService({ name: 'quizzes', config, migrations });
  const app = buildApp(service);
  await service.prepare();
  startContentConsumer(service);
  startPurchaseConsumer(service);
  startProgressConsumer(service);
  startUserNameConsumer(service);
  startContentReleaseConsumer(service);
  await eventually(async () => {
    const { checks } = (await app.inject('/readyz')).json<{ checks: Record<string, boolean> }>();
    expect(checks).toEqual(expect.objectContaining({ mongo: true, prepared: true, consumers: true }));
  });
  await publishStreamIsFilled(service.nats, 'content', 'commerce', 'users');

  const call = createServiceCaller(app, 'quizzes', createInternalTokenSigner(localInternalPrivateKey));

  return {
    app,
    service,
    /** `call('PATCH', '/api/quizzes/1', {…})`, as a teacher by default. */
    call,

    async createQuiz(overrides: Record<string, unknown> = {}) {
      // The event of its lesson may still be on the way, which is answered with 503.
      return eventually(async () => {
        const { status, body } = await call<Quiz>('POST', '/api/quizzes', buildQuizBody(overrides));
        expect({ status, body }).toMatchObject({ status: 201 });
        return body;
      });
    },

    /** Publishes events to the stream, like the outbox relay of a service. */
    publish: (...events: readonly EntityEvent[]) => publishEvents(service.nats, events),

    /** Waits until all published events have been consumed. */
    async waitUntilConsumed() {
      await eventually(async () => {
        for (const consumer of service.consumers) expect(await consumer.isUpToDate()).toBe(true);
      });
    },

    /** Waits until the quiz's last event in the stream has this version, and returns the event. */
    async waitForEvent(id: number, version: number): Promise<EntityEvent> {
      return eventually(async () => {
        const event = await fetchLastEvent(service.nats, quizEvent, id);
        expect(event.version).toBe(version);
        return event;
      });
    },

    async close() {
      await app.close();
      if (!options.share) await dropDatabase(config.MONGODB_URI);
      await service.close();
    },
  };
}
