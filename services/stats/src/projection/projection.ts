import type { EntityEvent } from '@khmer-learning/contracts';
import type { AnyBulkWriteOperation, ClientSession } from 'mongoose';
import { type CounterContribution, entityProjections, subtractContributions } from './contributions.ts';
import type { EntityRow, ProjectionModels } from './projection.model.ts';

export interface ProjectionTarget {
  readonly models: ProjectionModels;
  /** The generation of rows and counters to write to. */
  readonly generation: number;
  readonly timeZone: string;
}

/**
 * Takes a batch of events into the rows and counters, within the caller's transaction.
 *
 * Each entity's row remembers what it has added to the counters, so that any change, also of
 * a deleted entity, is a difference: counters and rows can only agree.
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
    // In one order everywhere, so that two instances wait for each other instead of failing each other.
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
