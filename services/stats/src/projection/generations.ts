import { type Logger, watchRows } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import type { ProjectionModels } from './projection.model.ts';

/** The generation that queries read. */
export interface CurrentGeneration {
  readonly generation: number;
  /** Whether all of its rows have their counts by day. A projection of an earlier release does not have them. */
  readonly hasDays: boolean;
}

/** Watches the current generation of the projection. It is stored in the database, so that all instances agree. */
export type GenerationWatcher = Awaited<ReturnType<typeof watchGenerations>>;

/** The consumer of a generation. Two names are enough, as no more than two exist, and NATS permissions need the whole name. */
export function durableNameOf(generation: number): string {
  return `stats-${((generation - 1) % 2) + 1}`;
}

/** Reads the current generation, then watches for a newer one. */
export async function watchGenerations(
  { connection, logger }: { readonly connection: Connection; readonly logger: Logger },
  models: ProjectionModels,
) {
  const listeners = new Set<(generation: number) => void>();
  let current = await readCurrentGeneration(models);
  const stop = watchRows(connection, {
    collection: models.generations.collection.name,
    // A rebuild waits a little longer before it deletes the old one.
    pauses: { firstMs: 1_000, longestMs: 4_000 },
    filter: () => ({ _id: 'current', generation: { $ne: current.generation } }),
    onFound: () =>
      readCurrentGeneration(models).then(
        (found) => {
          if (found.generation === current.generation) return;
          logger.info(
            { from: current.generation, to: found.generation },
            'Switched to the rebuilt projection',
          );
          current = found;
          for (const listener of listeners) listener(found.generation);
        },
        // MongoDB is unavailable, which the readiness check reports. The known generation stays in use.
        () => undefined,
      ),
  });
  return {
    current: (): CurrentGeneration => current,
    /** Calls the listener at once with the current generation, and again after each change. */
    onChange(listener: (generation: number) => void): void {
      listeners.add(listener);
      listener(current.generation);
    },
    stop,
  };
}

/** The current generation; creates generation 1 in a new database. */
export async function readCurrentGeneration(models: ProjectionModels): Promise<CurrentGeneration> {
  const current = { _id: 'current' };
  const { generation, generationWithDays } =
    (await models.generations.findOne(current).lean()) ??
    (await models.generations
      .findOneAndUpdate(
        current,
        { $setOnInsert: { generation: 1, generationWithDays: 1 } },
        { upsert: true, returnDocument: 'after' },
      )
      .lean());
  return { generation, hasDays: generationWithDays === generation };
}
