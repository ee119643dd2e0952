import type { Logger } from '@khmer-learning/service-kit';
import type { ProjectionModels } from './projection.model.ts';

/** How soon every instance turns to a rebuilt generation. */
const pollIntervalMs = 1_000;

/** Which generation of the projection answers; kept in the database, so that all instances agree. */
export interface GenerationWatcher {
  current(): number;
  /** Called whenever another generation takes over, also for the first. */
  onChange(listener: (generation: number) => void): void;
  stop(): void;
}

/** The durable consumer that fills a generation; its own name keeps its inbox apart. */
export function durableNameOf(generation: number): string {
  return `stats-${generation}`;
}

/** Reads the current generation, making the first; then keeps looking for a newer one. */
export async function watchGenerations(models: ProjectionModels, logger: Logger): Promise<GenerationWatcher> {
  const listeners = new Set<(generation: number) => void>();
  let generation = await readCurrentGeneration(models);
  const timer = setInterval(() => {
    readCurrentGeneration(models).then(
      (found) => {
        if (found === generation) return;
        logger.info({ from: generation, to: found }, 'The projection was rebuilt');
        generation = found;
        for (const listener of listeners) listener(found);
      },
      // MongoDB is away: readiness says so; what is known stays good.
      () => undefined,
    );
  }, pollIntervalMs);
  timer.unref();
  return {
    current: () => generation,
    onChange(listener) {
      listeners.add(listener);
      listener(generation);
    },
    stop: () => clearInterval(timer),
  };
}

/** The generation that answers at present; 1 on a new database. */
export async function readCurrentGeneration(models: ProjectionModels): Promise<number> {
  const row = await models.generations
    .findOneAndUpdate(
      { _id: 'current' },
      { $setOnInsert: { generation: 1 } },
      { upsert: true, returnDocument: 'after' },
    )
    .lean();
  return row.generation;
}
