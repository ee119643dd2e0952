import type { HiddenBy } from '@khmer-learning/contracts';
import type { Model } from 'mongoose';
import { type ContentCard, counterNames as names } from './contributions.ts';
import type { EntityRow, ProjectionModels, QuestionRow, WordRow } from './projection.model.ts';

export type { ProjectionModels } from './projection.model.ts';

/** The counters of a range of names: `from` and those after it, up to but without `to`. */
export interface CounterRange {
  readonly from: string;
  readonly to: string;
}

/** The range of one counter: '$' is the character after the '#' of its shards. */
export const counterRange = (name: string): CounterRange => ({ from: name, to: `${name}$` });

/** The range of all counters whose names begin with `first`, with `last` or with anything between them. */
export const prefixRange = (first: string, last = first): CounterRange => ({
  from: first,
  to: `${last}\uffff`,
});

const readShards = (models: ProjectionModels, generation: number, ranges: readonly CounterRange[]) =>
  models.counters
    .find({
      $or: ranges.map(({ from, to }) => ({
        _id: { $gte: `${generation}:${from}`, $lt: `${generation}:${to}` },
      })),
    })
    .lean();

/** The counters of a generation in any of the ranges, by name. Counters that were never written are missing. */
export async function readCounters(
  models: ProjectionModels,
  generation: number,
  ranges: readonly CounterRange[],
): Promise<ReadonlyMap<string, number>> {
  const values = new Map<string, number>();
  for (const { _id, value } of await readShards(models, generation, ranges)) {
    const name = _id.slice(`${generation}:`.length).replace(/#\d+$/, '');
    values.set(name, (values.get(name) ?? 0) + value);
  }
  return values;
}

/** Identifies the state of a generation: every transaction that changes its rows or counters also changes this text. */
export async function readRevision(models: ProjectionModels, generation: number): Promise<string> {
  return JSON.stringify(await readShards(models, generation, [counterRange(names.revision)]));
}

/** Most entities of one kind whose titles are read at once. */
const maxTitles = 10_000;

/** The cards of entities of one kind by id: those with the ids, or the first 10,000. */
export async function readTitles(
  { models, generation }: { readonly models: ProjectionModels; readonly generation: number },
  kind: string,
  ids?: readonly number[],
): Promise<ReadonlyMap<number, ContentCard>> {
  const rows = await models.entities
    .find({ generation, kind, ...(ids ? { entityId: { $in: ids } } : {}) }, { entityId: 1, card: 1 })
    .limit(maxTitles)
    .lean<Pick<EntityRow, 'entityId' | 'card'>[]>();
  return new Map(rows.flatMap(({ entityId, card }) => (card ? [[entityId, card] as const] : [])));
}

/** The words or questions with the largest share of wrong answers. */
export async function readHardest<Row extends QuestionRow | WordRow>(
  model: Model<Row>,
  generation: number,
  limit: number,
): Promise<Row[]> {
  return model
    .find({ generation, hardness: { $gt: 0 } } as object)
    .sort({ hardness: -1 })
    .limit(limit)
    .lean<Row[]>();
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

/** Adds what hides entities from learners: the draft that they are in, or that their lesson is in. */
export async function withHiddenBy<Row extends ContentCard>(
  models: ProjectionModels,
  generation: number,
  rows: readonly Row[],
): Promise<(Row & { hiddenBy?: HiddenBy })[]> {
  const parents = new Map<string, ContentCard>();
  const keyOf = ({ entity, id }: HiddenBy) => `${generation}:${entity}:${id}`;
  const read = async (cards: readonly ContentCard[]) => {
    const ids = cards.flatMap(({ parent }) => (parent === undefined ? [] : [keyOf(parent)]));
    const found = await models.entities.find({ _id: { $in: ids } }).lean<EntityRow[]>();
    return found.flatMap(({ _id, card }) => {
      if (card !== null) parents.set(_id, card);
      return card ?? [];
    });
  };
  await read(await read(rows));

  const hiddenBy = ({ parent }: ContentCard): HiddenBy | undefined => {
    const card = parent && parents.get(keyOf(parent));
    return card && (card.status === 'draft' ? parent : hiddenBy(card));
  };
  return rows.map((row) => {
    const hidden = row.status === 'draft' ? undefined : hiddenBy(row);
    return hidden === undefined ? row : { ...row, hiddenBy: hidden };
  });
}
