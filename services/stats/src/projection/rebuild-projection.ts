import { setTimeout as sleep } from 'node:timers/promises';
import {
  deleteInBatches,
  findUnfinishedOwners,
  resetEventConsumer,
  type Service,
} from '@khmer-learning/service-kit';
import { durableNameOf, readCurrentGeneration } from './generations.ts';
import { projectedOwners, startProjectionConsumer } from './projection.consumer.ts';
import type { ProjectionModels } from './projection.model.ts';

const pollIntervalMs = 100;

export interface RebuildOptions {
  /** Time for the instances to switch to the new generation before the old one is deleted. Default: 7 s. */
  readonly handOverMs?: number;
  /** Fails when the end of the stream is not reached within this time. Default: 30 min. */
  readonly timeoutMs?: number;
}

/**
 * Rebuilds the projection into a new generation, to which all instances switch in the end: figures are never partial.
 * @throws Error when the end of the stream was not reached in time, or not all services have published what they own after
 *   a loss of the stream; the old projection stays in use
 */
export async function rebuildProjection(
  service: Service,
  models: ProjectionModels,
  options: RebuildOptions = {},
): Promise<number> {
  const { handOverMs = 7_000, timeoutMs = 30 * 60_000 } = options;
  const { generation: old } = await readCurrentGeneration(models);
  const next = old + 1;
  await deleteGeneration(service, models, next);

  const consumer = startProjectionConsumer(service, models, next);
  try {
    const deadline = performance.now() + timeoutMs;
    while (!(await consumer.isUpToDate())) {
      if (performance.now() > deadline) throw new Error(await incompleteMessage(service));
      await sleep(pollIntervalMs);
    }
    await models.generations.updateOne(
      { _id: 'current', generation: old },
      { $set: { generation: next, generationWithDays: next } },
    );
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
  await deleteInBatches(models.entityRows, { generation });
  await models.questions.deleteMany({ generation });
  await models.words.deleteMany({ generation });
  await models.counters.deleteMany({ _id: { $gte: `${generation}:`, $lt: `${generation};` } });
}

/** Why the projection could not be rebuilt, for the operator. */
async function incompleteMessage({ nats }: Service): Promise<string> {
  const unfinished = await findUnfinishedOwners(await nats.whenConnected(), projectedOwners);
  return unfinished.length > 0
    ? `The event stream is not complete: ${unfinished.join(', ')} must publish what they own again`
    : 'The end of the event stream was not reached in time';
}
