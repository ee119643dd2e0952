import type { EntityEvent } from '@khmer-learning/contracts';
import type { AnyBulkWriteOperation, ClientSession } from 'mongoose';
import { type CounterContribution, entityProjections, subtractContributions } from './contributions.ts';
import type { EntityRow, ProjectionModels } from './projection.model.ts';

/** Where to write projected events. */
export interface ProjectionTarget {
  readonly models: ProjectionModels;
  /** The generation of rows and counters to write to. */
  readonly generation: number;
  readonly timeZone: string;
}

/**
 * Applies a batch of events to the entities and counters, within the caller's transaction.
 *
 * Each entity row stores its contribution to the counters. A change or deletion adds the difference, so that counters
 * and entities always agree.
 */
export async function projectEvents(
  target: ProjectionTarget,
  events: readonly EntityEvent[],
  session: ClientSession,
): Promise<void> {
  const { models, generation, timeZone } = target;
  const rowId = (event: EntityEvent) => `${generation}:${event.entity}:${event.entityId}`;
  const stored = await models.entities
    .find({ _id: { $in: events.map(rowId) } })
    .session(session)
    .lean<EntityRow[]>();
  const before = new Map(stored.map((row) => [row._id, row.counts]));

  const totals: Record<string, number> = {};
  const rows = events.flatMap((event): AnyBulkWriteOperation<EntityRow>[] => {
    const projection = entityProjections[event.entity];
    if (!projection) return [];
    const _id = rowId(event);
    const projected = event.state === null ? null : projection.read(event.state, timeZone);
    addContribution(totals, subtractContributions(before.get(_id) ?? {}, projected?.counts ?? {}));
    if (!projected) return [{ deleteOne: { filter: { _id } } }];
    const row = { generation, kind: event.entity, entityId: Number(event.entityId), ...projected };
    return [{ updateOne: { filter: { _id }, update: { $set: row }, upsert: true } }];
  });
  if (rows.length > 0) await models.entities.bulkWrite(rows, { session });

  const changedCounters = Object.entries(totals).filter(([, value]) => value !== 0);
  if (changedCounters.length === 0) return;
  await models.counters.bulkWrite(
    // Sorted, so that concurrent transactions wait for each other instead of aborting each other.
    changedCounters
      .sort(([first], [second]) => first.localeCompare(second))
      .map(([name, value]) => ({
        updateOne: { filter: { _id: `${generation}:${name}` }, update: { $inc: { value } }, upsert: true },
      })),
    { session },
  );
}

function addContribution(totals: Record<string, number>, change: CounterContribution): void {
  for (const [name, amount] of Object.entries(change)) totals[name] = (totals[name] ?? 0) + amount;
}
