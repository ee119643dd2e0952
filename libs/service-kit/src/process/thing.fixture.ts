import { endpoint, eventDefinition } from '@khmer-learning/contracts';
import type { FastifyInstance } from 'fastify';
import mongoose, { type Connection, type Model } from 'mongoose';
import { z } from 'zod';
import { baseConfigSchema, loadConfig } from '../config/config.ts';
import { isEvent, startConsumer } from '../consumer/consumer.ts';
import { createApp } from '../http/create-app.ts';
import { mount } from '../http/mount.ts';
import type { ChangeContext } from '../outbox/change-context.ts';
import { transact } from '../outbox/unit-of-work.ts';
import { openService, type Service } from './open-service.ts';

/** An entity as simple as any, for the kit's own tests. */
export interface Thing {
  _id: number;
  title: string;
  version: number;
}

export const thingEvent = eventDefinition({
  service: 'content',
  entity: 'thing',
  state: z.object({ id: z.number().int(), title: z.string() }),
});

const idParams = z.object({ id: z.coerce.number().int() });
const thingSchema = z.object({ id: z.number(), title: z.string(), version: z.number() });

const saveThing = endpoint({
  id: 'things.save',
  service: 'content',
  method: 'PUT',
  path: '/api/things/:id',
  access: 'session',
  summary: 'Store a thing',
  params: idParams,
  body: z.object({ title: z.string(), version: z.number().int() }),
  response: thingSchema,
});

const listThings = endpoint({
  id: 'things.list',
  service: 'content',
  method: 'GET',
  path: '/api/things',
  access: 'session',
  summary: 'Every thing',
  query: z.object({ afterMs: z.coerce.number().int().default(0) }),
  response: z.array(thingSchema),
});

const nobody: ChangeContext = { actor: null, requestId: null };

function thingModel(connection: Connection): Model<Thing> {
  const schema = new mongoose.Schema<Thing>({ _id: Number, title: String, version: Number });
  return connection.models.Thing ?? connection.model<Thing>('Thing', schema);
}

async function store(
  service: Service,
  things: Model<Thing>,
  { _id: id, title, version }: Thing,
  context: ChangeContext,
): Promise<void> {
  await transact(service, context, async (tx) => {
    await things.updateOne({ _id: id }, { title, version }, { upsert: true, session: tx.session });
    tx.changed(thingEvent, { id, version, state: { id, title } });
  });
}

export interface ThingService extends Service {
  readonly things: Model<Thing>;
  /** Stores a thing's next version, and its event. */
  save(id: number, version: number, title?: string): Promise<void>;
}

/** A service that owns things; `prepare()` it, `close()` it. */
export function openThingService(settings: { MONGODB_URI: string; NATS_URL: string }): ThingService {
  const config = loadConfig(baseConfigSchema, {
    NODE_ENV: 'test',
    LOCAL_DEFAULTS: 'true',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  const service = openService({ name: 'content', config });
  const things = thingModel(service.connection);
  return {
    ...service,
    things,
    save: (id, version, title = `thing ${id}, version ${version}`) =>
      store(service, things, { _id: id, title, version }, nobody),
  };
}

/** The things over HTTP. */
export function buildThingApp(service: Service): FastifyInstance {
  const things = thingModel(service.connection);
  const app = createApp(service);
  mount(app, saveThing, async ({ params, body, ...context }) => {
    await store(service, things, { _id: params.id, ...body }, context);
    return { id: params.id, ...body };
  });
  mount(app, listThings, async ({ query }) => {
    await new Promise((resolve) => setTimeout(resolve, query.afterMs));
    const rows = await things.find().lean();
    return rows.map(({ _id, ...thing }) => ({ id: _id, ...thing }));
  });
  return app;
}

/** Where the effects of a thing's events are counted. */
export const effectsCollection = 'effects';

/** The title of a thing whose event ends the process that handles it. */
export const deadlyTitle = 'deadly';

/** Counts how often each thing's events took effect, with the last title. */
export function countEffects(service: Service): void {
  startConsumer(service, {
    durable: 'effects',
    filterSubject: 'events.content.thing.*',
    events: [thingEvent],
    handle: async (events, tx) => {
      for (const event of events) {
        if (!isEvent(thingEvent, event)) continue;
        if (event.state?.title === deadlyTitle) process.kill(process.pid, 'SIGKILL');
        await service.connection
          .collection<{ _id: string }>(effectsCollection)
          .updateOne(
            { _id: event.entityId },
            { $set: { title: event.state?.title ?? null }, $inc: { times: 1 } },
            { upsert: true, session: tx.session },
          );
      }
    },
  });
}
