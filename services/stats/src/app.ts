import { createApp, type EventConsumer, type Service } from '@khmer-learning/service-kit';
import { analyticsRoutes } from './analytics/analytics.routes.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { type GenerationWatcher, watchGenerations } from './projection/generations.ts';
import { startProjectionConsumer } from './projection/projection.consumer.ts';
import { projectionModels } from './projection/projection.model.ts';

export type StatsApp = ReturnType<typeof buildApp>;

/** Builds the app. It does not listen yet. `now` is the clock for monthly growth. */
export function buildApp(service: Service, options: { now?: () => Date } = {}) {
  const models = projectionModels(service.connection);
  let generations: GenerationWatcher | undefined;
  let consumer: EventConsumer | undefined;

  const app = createApp(service, { ready: { projection: () => consumer !== undefined } });
  const deps = {
    models,
    generations: { current: () => generations?.current() ?? { generation: 1, hasDays: false } },
    timeZone: service.config.TIME_ZONE,
    ...options,
  };
  dashboardRoutes(app, deps, () => consumer);
  analyticsRoutes(app, deps);

  return {
    app,
    /** Starts the consumer of the current generation and follows rebuilds. Call it once the collections exist. */
    async start(): Promise<void> {
      generations = await watchGenerations(service, models);
      generations.onChange((generation) => {
        const previous = consumer;
        consumer = startProjectionConsumer(service, models, generation);
        void previous?.stop();
      });
    },
    async stop(): Promise<void> {
      generations?.stop();
      await consumer?.stop();
    },
  };
}
