import { ownershipStatuses, type PaymentStatusGroup, type PurchaseDateFilter } from '@khmer-learning/contracts';
import { type Page, searchCondition } from '@khmer-learning/service-kit';
import type { Connection, FilterQuery, IndexDefinition } from 'mongoose';
import type { CommerceStore } from '../store/commerce-store.ts';
import { dateRange } from './date-ranges.ts';
import { purchaseIndexes, purchasesOf, rowProjection, type StoredPurchase } from './purchase.model.ts';
import type { PurchaseRow } from './purchase-status.ts';

/** Which purchases a list is about. What is absent does not narrow. */
export interface PurchaseFilter {
  readonly group?: PaymentStatusGroup | undefined;
  readonly date?: PurchaseDateFilter | undefined;
  readonly search?: string | undefined;
  readonly userId?: number | undefined;
}

/** By what one purchase is known: our id, the provider's of the order, or of the money taken. */
export type PurchaseKey = { _id: number } | { purchaseId: string } | { captureId: string };

const newestFirst = { purchaseDate: -1, _id: -1 } as const;

/** One purchase, null when there is none. */
export async function findPurchase(connection: Connection, key: PurchaseKey): Promise<PurchaseRow | null> {
  return purchasesOf(connection).findOne(key, rowProjection).lean<PurchaseRow>();
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

/** The purchases of a page, or all; newest first. */
export async function findPurchases(
  store: CommerceStore,
  filter: PurchaseFilter,
  page: Page | undefined,
): Promise<PurchaseRow[]> {
  const { where, hint } = purchaseQuery(store, filter);
  const read = () =>
    purchasesOf(store.connection)
      .find(where, rowProjection, page ? { limit: page.limit, skip: page.offset } : {})
      .sort(newestFirst)
      .hint(hint)
      .lean<PurchaseRow[]>();
  return page ? read() : store.unpagedLimiter(read);
}

/** How many purchases match. */
export async function countPurchases(store: CommerceStore, filter: PurchaseFilter): Promise<number> {
  const { where, hint } = purchaseQuery(store, filter);
  return store.counts.get(JSON.stringify(where), () =>
    purchasesOf(store.connection).countDocuments(where, { hint }).exec(),
  );
}

/** All that match, newest first, read as they are taken. */
export function streamPurchases(store: CommerceStore, filter: PurchaseFilter): AsyncIterable<PurchaseRow> {
  const { where, hint } = purchaseQuery(store, filter);
  return purchasesOf(store.connection)
    .find(where, rowProjection)
    .sort(newestFirst)
    .hint(hint)
    .lean<PurchaseRow>()
    .cursor({ batchSize: 500 });
}

/** Ids of the purchases about which the provider is to be asked by now, the longest waiting first. */
export async function findDue(connection: Connection, now: Date, limit: number): Promise<number[]> {
  const rows = await purchasesOf(connection)
    .find({ askAt: { $lte: now } }, { _id: 1 })
    .sort({ askAt: 1 })
    .limit(limit)
    .lean();
  return rows.map(({ _id }) => _id);
}

/**
 * A filter as MongoDB is asked it, with the index that serves both it and the order. The index is named, not left to
 * the planner, whose remembered choice for one value is bad for another.
 */
function purchaseQuery(
  { now, timeZone }: CommerceStore,
  { group, date, search, userId }: PurchaseFilter,
): { where: FilterQuery<StoredPurchase>; hint: IndexDefinition } {
  const range = date && dateRange(date, now(), timeZone);
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
