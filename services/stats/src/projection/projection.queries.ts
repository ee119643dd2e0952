import { counterNames as names } from './contributions.ts';
import type { EntityRow, ProjectionModels } from './projection.model.ts';

export type { ProjectionModels } from './projection.model.ts';

/** The requested counters of a generation, by name. Counters that were never written are missing. */
export async function readCounters(
  models: ProjectionModels,
  generation: number,
  requestedNames: readonly string[],
) {
  const prefix = `${generation}:`;
  const rows = await models.counters
    .find({ _id: { $in: requestedNames.map((name) => prefix + name) } })
    .lean();
  return new Map(rows.map((row) => [row._id.slice(prefix.length), row.value]));
}

/** The number of lessons per lesson type, the highest first. Types without lessons are left out. */
export async function readLessonsPerType(models: ProjectionModels, generation: number) {
  const prefix = `${generation}:${names.lessonTypePrefix}`;
  const rows = await models.counters
    .find({ _id: { $gte: prefix, $lt: `${prefix}\uffff` }, value: { $gt: 0 } })
    .sort({ value: -1, _id: 1 })
    .lean();
  const counts = rows.map((row) => ({
    lessonTypeId: Number(row._id.slice(prefix.length)),
    count: row.value,
  }));
  const types = await models.entities
    .find({ generation, kind: 'lesson-type', entityId: { $in: counts.map((row) => row.lessonTypeId) } })
    .lean<EntityRow[]>();
  const titles = new Map(types.map((row) => [row.entityId, row.card?.title ?? '']));
  return counts.map(({ lessonTypeId, count }) => ({
    lessonTypeId,
    title: titles.get(lessonTypeId) ?? '',
    count,
  }));
}

/** The newest entities of one kind, by descending id. */
export async function readNewestEntities(
  models: ProjectionModels,
  generation: number,
  kind: string,
  limit: number,
) {
  const rows = await models.entities
    .find({ generation, kind })
    .sort({ entityId: -1 })
    .limit(limit)
    .lean<EntityRow[]>();
  return rows.flatMap(({ entityId, card }) => (card ? [{ id: entityId, ...card }] : []));
}
