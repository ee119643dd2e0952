import { eventDefinition } from '@khmer-learning/contracts';
import mongoose, { type Model } from 'mongoose';
import { z } from 'zod';
import { type BaseConfig, baseConfigSchema, loadConfig } from '../config/config.ts';
import { type ChangeContext, transact } from '../outbox/unit-of-work.ts';
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

const nobody: ChangeContext = { actor: null, requestId: null };

export interface ThingService extends Service {
  readonly things: Model<Thing>;
  /** Stores a thing's next version, and its event. */
  save(id: number, version: number, title?: string): Promise<void>;
  remove(id: number, version: number): Promise<void>;
}

/** A service that owns things; `prepare()` it, `close()` it. */
export function openThingService(settings: {
  MONGODB_URI: string;
  NATS_URL: string;
  LOG_LEVEL?: string;
}): ThingService {
  const config: BaseConfig = loadConfig(baseConfigSchema, {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  const service = openService({ name: 'content', config });
  const schema = new mongoose.Schema<Thing>({ _id: Number, title: String, version: Number });
  const things = service.connection.model('Thing', schema);
  return {
    ...service,
    things,
    async save(id, version, title = `thing ${id}, version ${version}`) {
      await transact(service, nobody, async (tx) => {
        await things.updateOne({ _id: id }, { title, version }, { upsert: true, session: tx.session });
        tx.changed(thingEvent, { id, version, state: { id, title } });
      });
    },
    async remove(id, version) {
      await transact(service, nobody, async (tx) => {
        await things.deleteOne({ _id: id }, { session: tx.session });
        tx.deleted(thingEvent, { id, version });
      });
    },
  };
}
