import {
  type EntityEvent,
  lessonEvent,
  mainLessonEvent,
  type Quiz,
  quizEvent,
  type StateOf,
} from '@khmer-learning/contracts';
import {
  createInternalTokenSigner,
  loadConfig,
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
  type ServiceCaller,
  testServiceSettings,
} from '@khmer-learning/test-kit';
import type { FastifyInstance } from 'fastify';
import { buildApp, prepareQuizzes } from './app.ts';
import { configSchema } from './config.ts';
import { startContentConsumer } from './consumers/content-consumer.ts';
import { startPurchaseConsumer } from './consumers/purchase-consumer.ts';

type Lesson = StateOf<typeof lessonEvent>;
type MainLesson = StateOf<typeof mainLessonEvent>;

/** A quizzes service on a database of its own, called as the gateway calls it, told of lessons as by content. */
export interface TestQuizzes {
  readonly app: FastifyInstance;
  readonly service: Service;
  /** `call('PATCH', '/api/quizzes/1', {…})`, as a teacher unless told. */
  readonly call: ServiceCaller;
  /** A quiz that exists. */
  createQuiz(overrides?: Record<string, unknown>): Promise<Quiz>;
  /** Puts events on the stream as any service's relay would. */
  publish(...events: readonly EntityEvent[]): Promise<void>;
  /** Waits until what has been published has taken effect. */
  waitUntilConsumed(): Promise<void>;
  /** The last event of a quiz in the stream, once it has this version. */
  waitForEvent(id: number, version: number): Promise<EntityEvent>;
  close(): Promise<void>;
}

/** The teacher who is behind what happens to a lesson or main lesson. */
const buildEventCause = (entity: string, id: number) => ({
  actor: { id: 9, role: 'teacher' } as const,
  requestId: `request of ${entity} ${id}`,
});

/** A main lesson as it is now, published and free unless told; null: it is gone. */
export function buildMainLessonEvent(
  id: number,
  version: number,
  overrides: Partial<MainLesson> | null,
): EntityEvent {
  const state = overrides && buildMainLessonState({ id, title: `Main lesson ${id}`, ...overrides });
  return buildEntityEvent(mainLessonEvent, id, version, state, buildEventCause('main-lesson', id));
}

/** A lesson as it is now, published in main lesson 1 unless told; null: it is gone. */
export function buildLessonEvent(
  id: number,
  version: number,
  overrides: Partial<Lesson> | null,
): EntityEvent {
  const state =
    overrides && buildLessonState({ id, title: `Lesson ${id}`, status: 'published', ...overrides });
  return buildEntityEvent(lessonEvent, id, version, state, buildEventCause('lesson', id));
}

/** One question of the quizzes below. */
export const question = { question: 'What is ទន្លេ?', options: ['River', 'Boat'], correctAnswer: 'River' };

export function buildQuizBody(overrides: Record<string, unknown> = {}) {
  return {
    lessonId: 1,
    title: 'The river',
    description: 'Words for the water',
    questions: [question],
    ...overrides,
  };
}

/** @param options.share another service, whose database and NATS this one joins as a second instance */
export async function startQuizzes(options: { share?: TestQuizzes } = {}): Promise<TestQuizzes> {
  const settings = await testServiceSettings('quizzes', options.share?.service.config);
  const config = loadConfig(configSchema, settings);
  const service = openService({ name: 'quizzes', config });
  const app = buildApp(service);
  await service.prepare(() => prepareQuizzes(service));
  startContentConsumer(service);
  startPurchaseConsumer(service);
  await eventually(async () => {
    const { checks } = (await app.inject('/readyz')).json<{ checks: Record<string, boolean> }>();
    expect(checks).toEqual(expect.objectContaining({ mongo: true, prepared: true, consumers: true }));
  });
  let markerCount = 0;

  const quizzes: TestQuizzes = {
    app,
    service,

    call: createServiceCaller(app, 'quizzes', createInternalTokenSigner(config.INTERNAL_SECRETS)),

    async createQuiz(overrides = {}) {
      const { status, body } = await quizzes.call<Quiz>('POST', '/api/quizzes', buildQuizBody(overrides));
      expect({ status, body }).toMatchObject({ status: 201 });
      return body;
    },

    publish: (...events) => publishEvents(service.nats, events),

    async waitUntilConsumed() {
      markerCount += 1;
      const marker = 1_000_000 + markerCount;
      await quizzes.publish(buildMainLessonEvent(marker, 1, null));
      const [consumer] = service.consumers;
      expect(await consumer?.waitForVersion(mainLessonEvent, marker, 1, 5_000)).toBe(true);
    },

    async waitForEvent(id, version) {
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
  return quizzes;
}
