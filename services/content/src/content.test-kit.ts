import {
  type EntityEvent,
  eventSubject,
  headers,
  type Lesson,
  type LessonType,
  lessonEvent,
  lessonTypeEvent,
  type MainLesson,
  mainLessonEvent,
  type Principal,
  streams,
} from '@khmer-learning/contracts';
import { loadConfig, openService, type Service, signInternalToken } from '@khmer-learning/service-kit';
import { dropDatabase, eventually, testMongoUri, testNatsUrl } from '@khmer-learning/test-kit';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp, finishInterrupted } from './app.ts';
import { configSchema } from './config.ts';

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

/** A content service on a database of its own, called as the gateway calls it. */
export interface TestContent {
  readonly app: FastifyInstance;
  readonly service: Service;
  /** `call('PATCH', '/api/lessons/1', {…})`, as a teacher unless told. */
  call<T = never>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: Body,
    options?: { as?: keyof typeof callers; requestId?: string; headers?: Record<string, string> },
  ): Promise<Answer<T>>;
  mainLesson(change?: Record<string, unknown>): Promise<MainLesson>;
  lessonType(change?: Record<string, unknown>): Promise<LessonType>;
  /** A lesson in a given main lesson, of a given type. */
  lesson(change: { mainLessonId: number; lessonTypeId: number } & Record<string, unknown>): Promise<Lesson>;
  /** The last event of an entity in the stream, once it has this version. */
  event(entity: 'lesson' | 'main-lesson' | 'lesson-type', id: number, version: number): Promise<EntityEvent>;
  close(): Promise<void>;
}

const definitions = { lesson: lessonEvent, 'main-lesson': mainLessonEvent, 'lesson-type': lessonTypeEvent };

export const section = { title: 'Key words', content: 'Where? [nouw-naa?] : នៅឯណា?' };

export function lessonBody(change: Record<string, unknown> = {}) {
  return {
    mainLessonId: 1,
    lessonTypeId: 1,
    title: 'Asking the way',
    description: 'Streets and corners',
    level: 'Beginner',
    sections: [section],
    ...change,
  };
}

/** @param options.share another service, whose database and NATS this one joins as a second instance */
export async function startContent(options: { share?: TestContent } = {}): Promise<TestContent> {
  const mongoUri = options.share?.service.config.MONGODB_URI ?? testMongoUri('content');
  const natsUrl = options.share?.service.config.NATS_URL ?? (await testNatsUrl());
  const config = loadConfig(configSchema, { MONGODB_URI: mongoUri, NATS_URL: natsUrl, LOG_LEVEL: 'error' });
  const service = openService({ name: 'content', config });
  const app = buildApp(service);
  await service.prepare(() => finishInterrupted(service));
  await eventually(async () => expect((await app.inject('/readyz')).statusCode).toBe(200));
  let titles = 0;

  const content: TestContent = {
    app,
    service,

    async call<T>(
      method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
      url: string,
      body?: Body,
      {
        as = 'teacher',
        requestId = 'request-1',
        headers: more = {},
      }: Parameters<TestContent['call']>[3] = {},
    ): Promise<Answer<T>> {
      const token = signInternalToken(config.INTERNAL_SECRETS[0] ?? '', {
        audience: 'content',
        requestId,
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

    async mainLesson(change = {}) {
      const body = {
        title: 'First Words',
        description: 'The first week',
        imageCover: 'cover.png',
        ...change,
      };
      return created(await content.call<MainLesson>('POST', '/api/main-lessons', body));
    },

    async lessonType(change = {}) {
      titles += 1;
      const body = { icon: '📖', title: `Type ${titles}`, ...change };
      return created(await content.call<LessonType>('POST', '/api/lesson-type', body));
    },

    async lesson(change) {
      return created(await content.call<Lesson>('POST', '/api/lessons', lessonBody(change)));
    },

    async event(entity, id, version) {
      const manager = await (await service.nats.connected()).jetstreamManager();
      return eventually(async () => {
        const subject = eventSubject(definitions[entity], id);
        const message = await manager.streams.getMessage(streams.events, { last_by_subj: subject });
        const event = message.json<EntityEvent>();
        expect(event.version).toBe(version);
        return event;
      });
    },

    async close() {
      await app.close();
      if (!options.share) await dropDatabase(mongoUri);
      await service.close();
    },
  };
  return content;
}

function created<T>({ status, body }: Answer<T>): T {
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}
