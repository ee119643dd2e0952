import { endpoint, eventDefinition } from '@khmer-learning/contracts';
import type { FastifyInstance } from 'fastify';
import mongoose, { type Connection, type Model } from 'mongoose';
import { z } from 'zod';
import { baseConfigSchema, loadConfig } from '../config/config.ts';
import { isEventOf, startEventConsumer } from '../consumer/event-consumer.ts';
import { createApp } from '../http/create-app.ts';
import { mountEndpoint } from '../http/mount-endpoint.ts';
import type { RequestContext } from '../outbox/request-context.ts';
import { transact } from '../outbox/transact.ts';
import { openService, type Service } from './open-service.ts';

/** A minimal entity for the kit's tests. */
export interface SampleEntity {
  _id: number;
  title: string;
  version: number;
}

export const sampleEvent = eventDefinition({
  service: 'content',
  entity: 'thing',
  state: z.object({ id: z.number().int(), title: z.string() }),
});

const idParams = z.object({ id: z.coerce.number().int() });
const sampleEntitySchema = z.object({ id: z.number(), title: z.string(), version: z.number() });

const saveSampleEntity = endpoint({
  id: 'things.save',
  service: 'content',
  method: 'PUT',
  path: '/api/things/:id',
  access: 'session',
  summary: 'Store a thing',
  params: idParams,
  body: z.object({ title: z.string(), version: z.number().int() }),
  response: sampleEntitySchema,
});

const listSampleEntities = endpoint({
  id: 'things.list',
  service: 'content',
  method: 'GET',
  path: '/api/things',
  access: 'session',
  summary: 'Every thing',
  query: z.object({ afterMs: z.coerce.number().int().default(0) }),
  response: z.array(sampleEntitySchema),
});

const systemContext: RequestContext = { actor: null, requestId: null };

function sampleEntityModel(connection: Connection): Model<SampleEntity> {
  const schema = new mongoose.Schema<SampleEntity>({ _id: Number, title: String, version: Number });
  return connection.models.Thing ?? connection.model<SampleEntity>('Thing', schema);
}

async function saveAndEmit(
  service: Service,
  entities: Model<SampleEntity>,
  { _id: id, title, version }: SampleEntity,
  context: RequestContext,
): Promise<void> {
  await transact(service, context, async (tx) => {
    await entities.updateOne({ _id: id }, { title, version }, { upsert: true, session: tx.session });
    tx.emitChanged(sampleEvent, { id, version, state: { id, title } });
  });
}

export interface SampleService extends Service {
  readonly entities: Model<SampleEntity>;
  /** Stores the entity's next version and its event. */
  save(id: number, version: number, title?: string): Promise<void>;
}

/** A service for the sample entity; call `prepare()` and `close()`. */
export function openSampleService(settings: {
  MONGODB_URI: string;
  NATS_URL: string;
  MONGODB_TIMEOUT_MS?: string;
}): SampleService {
  const config = loadConfig(baseConfigSchema, {
    NODE_ENV: 'test',
    LOCAL_DEFAULTS: 'true',
    LOG_LEVEL: 'silent',
    // Long, because on a busy machine MongoDB may respond slowly.
    MONGODB_TIMEOUT_MS: '30000',
    ...settings,
  });
  const service = openService({ name: 'content', config });
  const entities = sampleEntityModel(service.connection);
  return {
    ...service,
    entities,
    save: (id, version, title = `thing ${id}, version ${version}`) =>
      saveAndEmit(service, entities, { _id: id, title, version }, systemContext),
  };
}

/** The HTTP endpoints of the sample entity. */
export function buildSampleApp(service: Service): FastifyInstance {
  const entities = sampleEntityModel(service.connection);
  const app = createApp(service);
  mountEndpoint(app, saveSampleEntity, async ({ params, body, ...context }) => {
    await saveAndEmit(service, entities, { _id: params.id, ...body }, context);
    return { id: params.id, ...body };
  });
  mountEndpoint(app, listSampleEntities, async ({ query }) => {
    await new Promise((resolve) => setTimeout(resolve, query.afterMs));
    const rows = await entities.find().lean();
    return rows.map(({ _id, ...entity }) => ({ id: _id, ...entity }));
  });
  return app;
}

/** Collection that counts the effects of events. */
export const sideEffectsCollection = 'effects';

/** Title of an entity whose event crashes the process that handles it. */
export const crashTitle = 'deadly';

/** Counts how often each entity's events took effect, with the last title. */
export function startSideEffectCounter(service: Service): void {
  startEventConsumer(service, {
    durable: 'effects',
    filterSubject: 'events.content.thing.*',
    events: [sampleEvent],
    handle: async (events, tx) => {
      for (const event of events) {
        if (!isEventOf(sampleEvent, event)) continue;
        if (event.state?.title === crashTitle) process.kill(process.pid, 'SIGKILL');
        await service.connection
          .collection<{ _id: string }>(sideEffectsCollection)
          .updateOne(
            { _id: event.entityId },
            { $set: { title: event.state?.title ?? null }, $inc: { times: 1 } },
            { upsert: true, session: tx.session },
          );
      }
    },
  });
}
