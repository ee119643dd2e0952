import { randomInt } from 'node:crypto';
import type { EntityEvent } from '@khmer-learning/contracts';
import type { ClientSession, mongo } from 'mongoose';
import { projectAnswers } from './answers.ts';
import {
  type CounterContribution,
  counterNames,
  projectEvent,
  subtractContributions,
} from './contributions.ts';
import type { CounterRow, EntityRow, ProjectionModels } from './projection.model.ts';

export interface ProjectionTarget {
  readonly models: ProjectionModels;
  readonly generation: number;
  readonly timeZone: string;
}

/** The number of shards of the counters. Only with more instances than shards do transactions keep conflicting. */
const shardCount = 16;

/**
 * Returns a function that applies events to entities and counters, within the caller's transaction. Entity rows store what
 * they have added, so that both always agree. Instances add to different shards, because transactions that write one row
 * conflict: each begins with shard 0 and moves on after a conflict.
 */
export function createProjector(
  target: ProjectionTarget,
): (events: readonly EntityEvent[], session: ClientSession) => Promise<void> {
  let shard = 0;
  return async (events, session) => {
    const changes = await projectEntities(target, events, session);
    await projectAnswers(target, events, session);
    try {
      await addToCounters(target, shard, changes, session);
    } catch (error) {
      shard = (shard + 1) % shardCount;
      throw error;
    }
  };
}

/** Stores the entities of the events. Returns the amounts to add to the counters. */
async function projectEntities(
  { models, generation, timeZone }: ProjectionTarget,
  events: readonly EntityEvent[],
  session: ClientSession,
): Promise<CounterContribution> {
  const rowId = (event: EntityEvent) => `${generation}:${event.entity}:${event.entityId}`;
  const stored = await models.entities
    .find({ _id: { $in: events.map(rowId) } }, { counts: 1 })
    .session(session)
    .lean<Pick<EntityRow, '_id' | 'counts'>[]>();
  const before = new Map(stored.map((row) => [row._id, row.counts]));

  const totals: Record<string, number> = {};
  const rows = events.flatMap((event): mongo.AnyBulkWriteOperation<EntityRow>[] => {
    const _id = rowId(event);
    const countsBefore = before.get(_id);
    const projected = projectEvent(event, timeZone);
    addContribution(totals, subtractContributions(countsBefore ?? {}, projected?.counts ?? {}));
    if (!projected) return countsBefore ? [{ deleteOne: { filter: { _id } } }] : [];
    // The id of a review names its item: `lesson-42`.
    const entityId = Number(event.entityId.replace(/^\D+/, ''));
    const row = { generation, kind: event.entity, entityId, ...projected };
    if (!countsBefore) return [{ insertOne: { document: { _id, ...row } } }];
    return [{ updateOne: { filter: { _id }, update: { $set: row } } }];
  });
  // Unordered: one command for each kind of operation. Each entity is in one of them.
  if (rows.length > 0) await models.entityRows.bulkWrite(rows, { session, ordered: false });
  return totals;
}

async function addToCounters(
  { models, generation }: ProjectionTarget,
  shard: number,
  changes: CounterContribution,
  session: ClientSession,
): Promise<void> {
  const updateOf = (name: string, update: mongo.UpdateFilter<CounterRow>) => ({
    updateOne: {
      filter: { _id: `${generation}:${name}${shard === 0 ? '' : `#${shard}`}` },
      update,
      upsert: true,
    },
  });
  await models.counterRows.bulkWrite(
    [
      // First, because all transactions of the shard write it: the others find the conflict at once.
      updateOf(counterNames.revision, { $set: { value: randomInt(2 ** 48 - 1) } }),
      ...Object.entries(changes)
        .filter(([, value]) => value !== 0)
        .map(([name, value]) => updateOf(name, { $inc: { value } })),
    ],
    { session },
  );
}

function addContribution(totals: Record<string, number>, change: CounterContribution): void {
  for (const [name, amount] of Object.entries(change)) totals[name] = (totals[name] ?? 0) + amount;
}
