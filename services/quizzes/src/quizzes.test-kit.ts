import { randomUUID } from 'node:crypto';
import {
  type EntityEvent,
  type EventDefinition,
  eventSubject,
  headers,
  lessonEvent,
  mainLessonEvent,
  type Principal,
  type Quiz,
  quizEvent,
  type StateOf,
  streams,
} from '@khmer-learning/contracts';
import { loadConfig, openService, type Service, signInternalToken } from '@khmer-learning/service-kit';
import { dropDatabase, eventually, testMongoUri, testNatsUrl } from '@khmer-learning/test-kit';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from './app.ts';
import { configSchema } from './config.ts';
import { followContent } from './consumers/follow-content.ts';

type Body = Record<string, unknown> | readonly unknown[] | string;

/** Who calls, as the gateway would say it. */
export const callers = {
  admin: { kind: 'session', userId: 1, role: 'admin', sessionId: 's-1', sessionExpiresAt: 4_102_444_800 },
  teacher: { kind: 'session', userId: 2, role: 'teacher', sessionId: 's-2', sessionExpiresAt: 4_102_444_800 },
  student: { kind: 'session', userId: 3, role: 'student', sessionId: 's-3', sessionExpiresAt: 4_102_444_800 },
  app: { kind: 'apiKey', apiKeyId: 1 },
  nobody: { kind: 'public' },
} as const satisfies Record<string, Principal>;

/** An answer, with its body parsed. */
export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: T;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Lesson = StateOf<typeof lessonEvent>;
type MainLesson = StateOf<typeof mainLessonEvent>;

/** A quizzes service on a database of its own, called as the gateway calls it, told of lessons as by content. */
export interface TestQuizzes {
  readonly app: FastifyInstance;
  readonly service: Service;
  /** `call('PATCH', '/api/quizzes/1', {…})`, as a teacher unless told. */
  call<T = never>(
    method: Method,
    url: string,
    body?: Body,
    options?: { as?: keyof typeof callers; headers?: Record<string, string> },
  ): Promise<Answer<T>>;
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

const now = '2026-11-02T03:00:00.000Z';

function event(definition: EventDefinition, id: number, version: number, state: object | null): EntityEvent {
  return {
    id: randomUUID(),
    service: definition.service,
    entity: definition.entity,
    entityId: String(id),
    version,
    type: state ? 'changed' : 'deleted',
    state,
    occurredAt: now,
    actor: { id: 9, role: 'teacher' },
    requestId: `request of ${definition.entity} ${id}`,
  };
}

/** A main lesson as it is now, published and free unless told; null: it is gone. */
export function mainLessonIs(id: number, version: number, change: Partial<MainLesson> | null): EntityEvent {
  const state = change && {
    id,
    title: `Main lesson ${id}`,
    description: 'A bundle',
    imageCover: 'cover.png',
    free: true,
    price: null,
    status: 'published',
    createdAt: now,
    updatedAt: now,
    ...change,
  };
  return event(mainLessonEvent, id, version, state);
}

/** A lesson as it is now, published in main lesson 1 unless told; null: it is gone. */
export function lessonIs(id: number, version: number, change: Partial<Lesson> | null): EntityEvent {
  const state = change && {
    id,
    mainLessonId: 1,
    lessonTypeId: 1,
    title: `Lesson ${id}`,
    description: 'Words',
    level: 'Beginner',
    image: 'vocabulary',
    sections: [],
    status: 'published',
    createdAt: now,
    updatedAt: now,
    ...change,
  };
  return event(lessonEvent, id, version, state);
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
  const mongoUri = options.share?.service.config.MONGODB_URI ?? testMongoUri('quizzes');
  const natsUrl = options.share?.service.config.NATS_URL ?? (await testNatsUrl());
  const config = loadConfig(configSchema, { MONGODB_URI: mongoUri, NATS_URL: natsUrl, LOG_LEVEL: 'error' });
  const service = openService({ name: 'quizzes', config });
  const app = buildApp(service);
  await service.prepare();
  followContent(service);
  await eventually(async () => {
    const { checks } = (await app.inject('/readyz')).json<{ checks: Record<string, boolean> }>();
    expect(checks).toEqual(expect.objectContaining({ mongo: true, prepared: true, consumers: true }));
  });
  const jetStream = async () => (await service.nats.connected()).jetstream();
  let markers = 0;

  const quizzes: TestQuizzes = {
    app,
    service,

    async call<T>(
      method: Method,
      url: string,
      body?: Body,
      { as = 'teacher', headers: more = {} }: Parameters<TestQuizzes['call']>[3] = {},
    ): Promise<Answer<T>> {
      const token = signInternalToken(config.INTERNAL_SECRETS[0] ?? '', {
        audience: 'quizzes',
        requestId: 'request-1',
        principal: callers[as],
      });
      const request: InjectOptions = {
        method,
        url: encodeURI(url),
        headers: {
          [headers.internalToken]: token,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...more,
        },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      };
      const answer = await app.inject(request);
      return { status: answer.statusCode, headers: answer.headers, body: answer.json<T>() };
    },

    async quiz(change = {}) {
      const { status, body } = await quizzes.call<Quiz>('POST', '/api/quizzes', quizBody(change));
      expect({ status, body }).toMatchObject({ status: 201 });
      return body;
    },

    async publish(...events) {
      const client = await jetStream();
      for (const one of events) await client.publish(eventSubject(one, one.entityId), JSON.stringify(one));
    },

    async followed() {
      markers += 1;
      const marker = 1_000_000 + markers;
      await quizzes.publish(mainLessonIs(marker, 1, null));
      const [consumer] = service.consumers;
      expect(await consumer?.waitFor(mainLessonEvent, marker, 1, 5_000)).toBe(true);
    },

    async event(id, version) {
      const manager = await (await service.nats.connected()).jetstreamManager();
      return eventually(async () => {
        const subject = eventSubject(quizEvent, id);
        const message = await manager.streams.getMessage(streams.events, { last_by_subj: subject });
        const last = message.json<EntityEvent>();
        expect(last.version).toBe(version);
        return last;
      });
    },

    async close() {
      await app.close();
      if (!options.share) await dropDatabase(mongoUri);
      await service.close();
    },
  };
  return quizzes;
}
