import { type EventDefinition, type PendingStatus, pendingStatuses } from '@khmer-learning/contracts';
import type { ListQuery } from '@khmer-learning/service-kit';
import type { Connection, Model } from 'mongoose';
import { findRequested } from '../reviews/review-rows.ts';
import { scheduleIndexes, scheduleRowsOf } from '../schedules/schedule-rows.ts';
import type { ItemRow } from './item-feed.ts';
import { markIndex } from './item-rows.ts';

/** Most items that such a filter selects. */
const maxPending = 1_000;

const isPending = (status: string): status is PendingStatus => pendingStatuses.some((one) => one === status);

/**
 * Splits the `status` of a list: a status of items themselves, or the ids of those that are scheduled, have a working copy
 * or wait for a review, the first 1,000.
 */
export async function resolveStatus<Status extends string>(
  connection: Connection,
  kind: { readonly event: EventDefinition; readonly model: Model<ItemRow> },
  status: Status | PendingStatus | undefined,
): Promise<{ readonly status?: Status; readonly ids?: readonly number[] }> {
  if (status === undefined) return {};
  if (!isPending(status)) return { status };
  if (status === 'scheduled') {
    const { entity } = kind.event;
    const found = await scheduleRowsOf(connection)
      .find({ entity }, { projection: { id: 1 }, limit: maxPending })
      .sort({ at: 1 })
      .hint(scheduleIndexes.byTime)
      .toArray();
    return { ids: found.map(({ id }) => id) };
  }
  if (status === 'review')
    return { ids: (await findRequested(connection, kind.event, maxPending)).map(({ id }) => id) };
  const found = await kind.model
    .find({ marks: 'working-copy' }, { _id: 1 }, { limit: maxPending })
    .sort({ _id: -1 })
    .hint(markIndex)
    .lean<{ _id: number }[]>();
  return { ids: found.map(({ _id }) => _id) };
}

/** Limits a list to some items. */
export function limitToIds(query: ListQuery, ids: readonly number[] | undefined): ListQuery {
  if (ids === undefined) return query;
  const of = { _id: { $in: ids } };
  const where = { ...query.where, ...of };
  const byId = { where: of, hint: { _id: 1 } } as const;
  return 'searchKeys' in where ? { ...query, where, unsearched: byId } : { ...query, where, hint: byId.hint };
}
