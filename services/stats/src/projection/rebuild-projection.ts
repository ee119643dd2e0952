import { resetEventConsumer, type Service } from '@khmer-learning/service-kit';
import { durableNameOf, readCurrentGeneration } from './generations.ts';
import { startProjectionConsumer } from './projection.consumer.ts';
import type { ProjectionModels } from './projection.model.ts';

export interface RebuildOptions {
  /** How long instances are given to turn to the new generation before the old one is deleted. */
  readonly handOverMs?: number;
  /** Gives up when the stream is not read to its end by then. */
  readonly timeoutMs?: number;
}

/**
 * Builds the projection anew from the event stream, beside the one that answers, then lets all
 * instances turn to it: the dashboard never shows a half-built figure.
 *
 * @returns the generation that answers from now on
 * @throws Error when the stream could not be read to its end in time; the old projection stays
 */
export async function rebuildProjection(
  service: Service,
  models: ProjectionModels,
  options: RebuildOptions = {},
): Promise<number> {
  const { handOverMs = 5_000, timeoutMs = 30 * 60_000 } = options;
  const old = await readCurrentGeneration(models);
  const next = old + 1;
  await deleteGeneration(service, models, next);

  const consumer = startProjectionConsumer(service, models, next);
  try {
    const deadline = performance.now() + timeoutMs;
    while (!consumer.hasCaughtUp()) {
      if (performance.now() > deadline)
        throw new Error('The event stream could not be read to its end in time');
      await sleep(100);
    }
    await models.generations.updateOne({ _id: 'current', generation: old }, { $set: { generation: next } });
  } finally {
    await consumer.stop();
  }
  await sleep(handOverMs);
  await deleteGeneration(service, models, old);
  return next;
}

async function deleteGeneration(
  service: Service,
  models: ProjectionModels,
  generation: number,
): Promise<void> {
  await resetEventConsumer(service, durableNameOf(generation));
  await models.entities.deleteMany({ generation });
  await models.counters.deleteMany({ _id: { $gte: `${generation}:`, $lt: `${generation};` } });
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
