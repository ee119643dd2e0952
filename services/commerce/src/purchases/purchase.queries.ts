import {
  ownershipStatuses,
  type PaymentStatusGroup,
  type PurchaseDateFilter,
} from '@khmer-learning/contracts';
import { type Page, searchCondition } from '@khmer-learning/service-kit';
import type { Connection, FilterQuery, IndexDefinition } from 'mongoose';
import type { CommerceContext } from '../context/commerce-context.ts';
import { resolveDateRange } from './date-ranges.ts';
import {
  purchaseIndexes,
  purchaseRowProjection,
  purchasesOf,
  type StoredPurchase,
} from './purchase.model.ts';
import type { PurchaseRow } from './purchase-status.ts';

/** The filters of a list. An absent filter matches every purchase. */
export interface PurchaseFilter {
  readonly group?: PaymentStatusGroup | undefined;
  readonly date?: PurchaseDateFilter | undefined;
  readonly search?: string | undefined;
  readonly userId?: number | undefined;
}

/** A unique key of a purchase: our id, the provider's order id or its capture id. */
export type PurchaseKey = { _id: number } | { purchaseId: string } | { captureId: string };

const newestFirst = { purchaseDate: -1, _id: -1 } as const;

/** The purchase with this key; null when there is none. */
export async function findPurchase(connection: Connection, key: PurchaseKey): Promise<PurchaseRow | null> {
  return purchasesOf(connection).findOne(key, purchaseRowProjection).lean<PurchaseRow>();
}

/** Whether a learner owns a main lesson. */
export async function ownsMainLesson(
  connection: Connection,
  userId: number,
  mainLessonId: number,
): Promise<boolean> {
  const where = { userId, mainLessonId, paymentStatus: { $in: [...ownershipStatuses] } };
  return (await purchasesOf(connection).exists(where)) !== null;
}

/** The purchases of a page, newest first; all matches without a page. */
export async function findPurchases(
  commerce: CommerceContext,
  filter: PurchaseFilter,
  page: Page | undefined,
): Promise<PurchaseRow[]> {
  const { where, hint } = buildPurchaseQuery(commerce, filter);
  const read = () =>
    purchasesOf(commerce.connection)
      .find(where, purchaseRowProjection, page ? { limit: page.limit, skip: page.offset } : {})
      .sort(newestFirst)
      .hint(hint)
      .lean<PurchaseRow[]>();
  return page ? read() : commerce.unpagedLimiter(read);
}

/** The number of purchases that match. Counts are cached. */
export async function countPurchases(commerce: CommerceContext, filter: PurchaseFilter): Promise<number> {
  const { where, hint } = buildPurchaseQuery(commerce, filter);
  return commerce.counts.get(JSON.stringify(where), () =>
    purchasesOf(commerce.connection).countDocuments(where, { hint }).exec(),
  );
}

/** Streams all matches, newest first, with a cursor. */
export function streamPurchases(
  commerce: CommerceContext,
  filter: PurchaseFilter,
): AsyncIterable<PurchaseRow> {
  const { where, hint } = buildPurchaseQuery(commerce, filter);
  return purchasesOf(commerce.connection)
    .find(where, purchaseRowProjection)
    .sort(newestFirst)
    .hint(hint)
    .lean<PurchaseRow>()
    .cursor({ batchSize: 500 });
}

/** Ids of up to `limit` purchases whose next check is due, the longest overdue first. */
export async function findPurchasesDueForCheck(
  connection: Connection,
  now: Date,
  limit: number,
): Promise<number[]> {
  const rows = await purchasesOf(connection)
    .find({ askAt: { $lte: now } }, { _id: 1 })
    .sort({ askAt: 1 })
    .limit(limit)
    .lean();
  return rows.map(({ _id }) => _id);
}

/**
 * The MongoDB filter, with a hint of the index that serves both the filter and the order. The hint is explicit because
 * the query planner caches a plan for one value that can be slow for another.
 */
function buildPurchaseQuery(
  { now, timeZone }: CommerceContext,
  { group, date, search, userId }: PurchaseFilter,
): { where: FilterQuery<StoredPurchase>; hint: IndexDefinition } {
  const range = date && resolveDateRange(date, now(), timeZone);
  const { searchKeys, $and } = searchCondition(search);
  const where: FilterQuery<StoredPurchase> = {
    ...(searchKeys ? { searchKeys } : {}),
    ...($and ? { $and } : {}),
    ...(userId === undefined ? {} : { userId }),
    ...(group ? { statusGroup: group } : {}),
    ...(range ? { purchaseDate: { $gte: range.from, $lt: range.to } } : {}),
  };
  return { where, hint: purchaseIndexes[indexFor(where)] };
}

function indexFor(where: FilterQuery<StoredPurchase>): keyof typeof purchaseIndexes {
  if (where.searchKeys) return 'words';
  if (where.userId !== undefined) return 'user';
  return where.statusGroup ? 'status' : 'newest';
}
