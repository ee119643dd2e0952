import {
  type EntityEvent,
  lessonEvent,
  mainLessonEvent,
  type Quiz,
  quizEvent,
  type StateOf,
} from '@khmer-learning/contracts';
import { createInternalTokenSigner, loadConfig, openService, type Service } from '@khmer-learning/service-kit';
import {
  type ServiceCaller,
  createServiceCaller,
  dropDatabase,
  buildEntityEvent,
  eventually,
  fetchLastEvent,
  buildLessonState,
  buildMainLessonState,
  publishEvents,
  testServiceSettings,
} from '@khmer-learning/test-kit';
import type { FastifyInstance } from 'fastify';
import { buildApp, prepareQuizzes } from './app.ts';
import { configSchema } from './config.ts';
import { followContent } from './consumers/follow-content.ts';
import { followPurchases } from './consumers/follow-purchases.ts';

type Lesson = StateOf<typeof lessonEvent>;
type MainLesson = StateOf<typeof mainLessonEvent>;

/** A quizzes service on a database of its own, called as the gateway calls it, told of lessons as by content. */
export interface TestQuizzes {
  readonly app: FastifyInstance;
  readonly service: Service;
  /** `call('PATCH', '/api/quizzes/1', {…})`, as a teacher unless told. */
  readonly call: ServiceCaller;
  /** A quiz that exists. */
  quiz(change?: Record<string, unknown>): Promise<Quiz>;
  /** Puts events on the stream as any service's relay would. */
  publish(...events: readonly EntityEvent[]): Promise<void>;
  /** Waits until what has been published has taken effect. */
  followed(): Promise<void>;
  /** The last event of a quiz in the stream, once it has this version. */
  event(id: number, version: number): Promise<EntityEvent>;
  close(): Promise<void>;
}

/** The teacher who is behind what happens to a lesson or main lesson. */
const causeOf = (entity: string, id: number) => ({
  actor: { id: 9, role: 'teacher' } as const,
  requestId: `request of ${entity} ${id}`,
});

/** A main lesson as it is now, published and free unless told; null: it is gone. */
export function mainLessonIs(id: number, version: number, change: Partial<MainLesson> | null): EntityEvent {
  const state = change && buildMainLessonState({ id, title: `Main lesson ${id}`, ...change });
  return buildEntityEvent(mainLessonEvent, id, version, state, causeOf('main-lesson', id));
}

/** A lesson as it is now, published in main lesson 1 unless told; null: it is gone. */
export function lessonIs(id: number, version: number, change: Partial<Lesson> | null): EntityEvent {
  const state = change && buildLessonState({ id, title: `Lesson ${id}`, status: 'published', ...change });
  return buildEntityEvent(lessonEvent, id, version, state, causeOf('lesson', id));
}

/** One question of the quizzes below. */
export const question = { question: 'What is ទន្លេ?', options: ['River', 'Boat'], correctAnswer: 'River' };

export function quizBody(change: Record<string, unknown> = {}) {
  return {
    lessonId: 1,
    title: 'The river',
    description: 'Words for the water',
    questions: [question],
    ...change,
  };
}

/** @param options.share another service, whose database and NATS this one joins as a second instance */
export async function startQuizzes(options: { share?: TestQuizzes } = {}): Promise<TestQuizzes> {
  const settings = await testServiceSettings('quizzes', options.share?.service.config);
  const config = loadConfig(configSchema, settings);
  const service = openService({ name: 'quizzes', config });
  const app = buildApp(service);
  await service.prepare(() => prepareQuizzes(service));
  followContent(service);
  followPurchases(service);
  await eventually(async () => {
    const { checks } = (await app.inject('/readyz')).json<{ checks: Record<string, boolean> }>();
    expect(checks).toEqual(expect.objectContaining({ mongo: true, prepared: true, consumers: true }));
  });
  let markers = 0;

  const quizzes: TestQuizzes = {
    app,
    service,

    call: createServiceCaller(app, 'quizzes', createInternalTokenSigner(config.INTERNAL_SECRETS)),

    async quiz(change = {}) {
      const { status, body } = await quizzes.call<Quiz>('POST', '/api/quizzes', quizBody(change));
      expect({ status, body }).toMatchObject({ status: 201 });
      return body;
    },

    publish: (...events) => publishEvents(service.nats, events),

    async followed() {
      markers += 1;
      const marker = 1_000_000 + markers;
      await quizzes.publish(mainLessonIs(marker, 1, null));
      const [consumer] = service.consumers;
      expect(await consumer?.waitForVersion(mainLessonEvent, marker, 1, 5_000)).toBe(true);
    },

    async event(id, version) {
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
