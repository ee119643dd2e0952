import {
  type EntityEvent,
  type Lesson,
  type LessonType,
  lessonEvent,
  lessonTypeEvent,
  type MainLesson,
  mainLessonEvent,
} from '@khmer-learning/contracts';
import { startPurchaseConsumer, startUserNameConsumer } from '@khmer-learning/item-kit';
import {
  createInternalTokenSigner,
  type EventConsumer,
  loadConfig,
  localInternalPrivateKey,
  openService,
  type Service,
} from '@khmer-learning/service-kit';
import {
  createServiceCaller,
  dropDatabase,
  eventually,
  fetchLastEvent,
  type ServiceResponse,
  testServiceSettings,
} from '@khmer-learning/test-kit';
import { mongo } from 'mongoose';
import { buildApp } from './app.ts';
import { configSchema } from './config.ts';
import { startPronunciationConsumer } from './consumers/pronunciation-consumer.ts';
import { migrations } from './migrations/migrations.ts';
import { startQuizReleaseConsumer } from './releases/quiz-release.consumer.ts';

/** A content service with its own database, called the way the gateway calls it. */
export type TestContent = Awaited<ReturnType<typeof startContent>>;

const definitions = { lesson: lessonEvent, 'main-lesson': mainLessonEvent, 'lesson-type': lessonTypeEvent };

/** The section of `buildLessonBody`. */
export const section = { title: 'Key words', content: 'Where? [nouw-naa?] : នៅណា?' };

/** A valid body of `POST /api/lessons`. */
export function buildLessonBody(overrides: Record<string, unknown> = {}) {
  return {
    mainLessonId: 1,
    lessonTypeId: 1,
    title: 'Asking the way',
    description: 'Streets and corners',
    level: 'Beginner',
    sections: [section],
    ...overrides,
  };
}

/**
 * Starts a content service and waits until it is ready.
 *
 * @param options.share a running service; the new one is its second instance, with the same database and NATS
 */
export async function startContent(options: { share?: { readonly service: Service } } = {}) {
  const settings = await testServiceSettings('content', options.share?.service.config);
  const config = loadConfig(configSchema, settings);
  const service = openService({ name: 'content', config, migrations });
  const app = buildApp(service);
  await service.prepare();
  startPurchaseConsumer(service);
  startUserNameConsumer(service);
  startQuizReleaseConsumer(service);
  await eventually(async () => expect((await app.inject('/readyz')).statusCode).toBe(200));
  let titles = 0;
  let memory: EventConsumer | undefined;
  const releases = new Set<() => Promise<void>>();

  const call = createServiceCaller(app, 'content', createInternalTokenSigner(localInternalPrivateKey));

  return {
    app,
    service,
    /** `call('PATCH', '/api/lessons/1', {…})`, as a teacher by default. */
    call,

    async createMainLesson(overrides: Record<string, unknown> = {}) {
      const body = {
        title: 'First Words',
        description: 'The first week',
        imageCover: 'cover.png',
        ...overrides,
      };
      return expectCreated(await call<MainLesson>('POST', '/api/main-lessons', body));
    },

    async createLessonType(overrides: Record<string, unknown> = {}) {
      titles += 1;
      const body = { icon: '📖', title: `Type ${titles}`, ...overrides };
      return expectCreated(await call<LessonType>('POST', '/api/lesson-type', body));
    },

    /** Creates a lesson in the given main lesson, of the given type. */
    async createLesson(overrides: { mainLessonId: number; lessonTypeId: number } & Record<string, unknown>) {
      return expectCreated(await call<Lesson>('POST', '/api/lessons', buildLessonBody(overrides)));
    },

    /** Waits until the entity's last event in the stream has this version, and returns the event. */
    async waitForEvent(entity: keyof typeof definitions, id: number, version: number): Promise<EntityEvent> {
      return eventually(async () => {
        const event = await fetchLastEvent(service.nats, definitions[entity], id);
        expect(event.version).toBe(version);
        return event;
      });
    },

    /** Waits until the memory of pronunciations has all lessons as they are. The first call starts its consumer. */
    async rememberPronunciations() {
      memory ??= startPronunciationConsumer(service);
      await eventually(async () => {
        // The consumer is up to date with the stream, to which the relay adds the events after the answers.
        expect(await service.connection.collection('outbox').countDocuments({ sentAt: null })).toBe(0);
        expect(await memory?.isUpToDate()).toBe(true);
      });
    },

    /**
     * Locks rows: transactions that write them are repeated until the lock is released. So work that needs them cannot
     * end before a test has looked at it, however slow the test is.
     *
     * @returns releases the lock; may be called again
     */
    async holdRows(collection: string, filter: object) {
      // Not the service's client: the service aborts transactions of its own that have done nothing for seconds.
      const client = await new mongo.MongoClient(config.MONGODB_URI).connect();
      const session = client.startSession();
      session.startTransaction();
      const held = { $set: { held: true } };
      const { modifiedCount } = await client
        .db()
        .collection(collection)
        .updateMany(filter, held, { session });
      expect(modifiedCount).toBeGreaterThan(0);
      const release = async () => {
        if (!releases.delete(release)) return;
        await session.abortTransaction();
        await session.endSession();
        await client.close();
      };
      releases.add(release);
      return release;
    },

    async close() {
      for (const release of [...releases]) await release();
      await app.close();
      if (!options.share) await dropDatabase(config.MONGODB_URI);
      await service.close();
    },
  };
}

function expectCreated<T>({ status, body }: ServiceResponse<T>): T {
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}
