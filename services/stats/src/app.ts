import { createApp, type EventConsumer, type Service } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { type GenerationWatcher, watchGenerations } from './projection/generations.ts';
import { startProjectionConsumer } from './projection/projection.consumer.ts';
import { projectionModels } from './projection/projection.model.ts';

export interface StatsApp {
  readonly app: FastifyInstance;
  /** Follows the current generation and fills it; call it once the collections exist. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Builds the service without listening. `now` is the moment growth is reckoned from. */
export function buildApp(service: Service, options: { now?: () => Date } = {}): StatsApp {
  const models = projectionModels(service.connection);
  let generations: GenerationWatcher | undefined;
  let consumer: EventConsumer | undefined;

  const app = createApp(service, { ready: { projection: () => consumer !== undefined } });
  dashboardRoutes(app, {
    models,
    generations: { current: () => generations?.current() ?? 1 },
    timeZone: service.config.TIME_ZONE,
    consumer: () => consumer,
    ...options,
  });

  return {
    app,
    async start() {
      generations = await watchGenerations(models, service.logger);
      generations.onChange((generation) => {
        const previous = consumer;
        consumer = startProjectionConsumer(service, models, generation);
        void previous?.stop();
      });
    },
    async stop() {
      generations?.stop();
      await consumer?.stop();
    },
  };
}
