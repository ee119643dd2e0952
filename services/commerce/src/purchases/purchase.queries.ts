import { isDeepStrictEqual } from 'node:util';
import {
  type ListTotal,
  ownershipStatuses,
  type PaymentStatusGroup,
  type Purchase,
  type PurchaseDateFilter,
  type PurchaseDetail,
  purchaseEvent,
  type purchasesList,
  type ResponseOf,
  type StateOf,
  uploadUrl,
  type v1PurchasesList,
} from '@khmer-learning/contracts';
import {
  commit,
  type FoundPage,
  type ListQuery,
  type Page,
  type RequestContext,
  readPage,
  searchCondition,
  searchFields,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import type { CommerceContext } from '../context/commerce-context.ts';
import type { ReplicatedMainLesson } from '../replicas/replicas.ts';
import { resolveDateRange } from './date-ranges.ts';
import {
  ownershipIndex,
  purchaseIndexes,
  purchaseRowProjection,
  purchasesOf,
  type StoredPurchase,
} from './purchase.model.ts';
import { purchaseChangeKeys } from './purchase.surrogate-keys.ts';
import { isPaid, type PurchaseRow } from './purchase-status.ts';

/** The filters of a list. An absent filter matches every purchase. */
export interface PurchaseFilter {
  readonly group?: PaymentStatusGroup | undefined;
  readonly date?: PurchaseDateFilter | undefined;
  readonly search?: string | undefined;
  readonly userId?: number | undefined;
  /** Only purchases after the one with this date (epoch milliseconds) and id. */
  readonly after?: readonly number[] | undefined;
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

/**
 * A page of purchases, newest first, and the number of all that match, possibly from the cache.
 *
 * @param page undefined: the first `maxUnpagedRows`
 */
export async function readPurchasePage(
  commerce: CommerceContext,
  filter: PurchaseFilter,
  page: Page | undefined,
): Promise<FoundPage<PurchaseRow> & ListTotal> {
  return readPage<StoredPurchase, PurchaseRow>(
    commerce,
    purchasesOf(commerce.connection),
    buildPurchaseQuery(commerce, filter),
    page && { ...page, after: filter.after && afterCondition(filter.after) },
    purchaseRowProjection,
  );
}

function afterCondition([time = 0, id]: readonly number[]) {
  const date = new Date(time);
  return { purchaseDate: { $lte: date }, $or: [{ purchaseDate: { $lt: date } }, { _id: { $lt: id } }] };
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
    .hint({ ...hint })
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
function buildPurchaseQuery({ now, timeZone }: CommerceContext, filter: PurchaseFilter): ListQuery {
  const { group, date, search, userId } = filter;
  const range = date && resolveDateRange(date, now(), timeZone);
  const filters = {
    ...(userId === undefined ? {} : { userId }),
    ...(group ? { statusGroup: group } : {}),
    ...(range ? { purchaseDate: { $gte: range.from, $lt: range.to } } : {}),
  };
  const filtered = { where: filters, hint: purchaseIndexes[indexFor(filters)] };
  const searched = searchCondition(search);
  if (!searched.searchKeys) return { ...filtered, sort: newestFirst };
  const unsearched = Object.keys(filters).length > 0 ? filtered : undefined;
  return { where: { ...searched, ...filters }, hint: purchaseIndexes.words, sort: newestFirst, unsearched };
}

function indexFor(where: { userId?: number; statusGroup?: string }): keyof typeof purchaseIndexes {
  if (where.userId !== undefined) return 'user';
  return where.statusGroup ? 'status' : 'newest';
}

/** Reads the ids of the main lessons that a learner owns. */
export async function findOwnedMainLessonIds(
  { connection }: Pick<CommerceContext, 'connection'>,
  learnerId: number,
): Promise<number[]> {
  const owned = await purchasesOf(connection)
    .find(
      { userId: learnerId, mainLessonId: { $ne: null }, paymentStatus: { $in: ownershipStatuses } },
      { mainLessonId: 1 },
    )
    .hint(ownershipIndex)
    .lean();
  return [...new Set(owned.flatMap(({ mainLessonId }) => mainLessonId ?? []))];
}

/** A callback in the transaction of a change, with the purchase before and after it. */
export type BeforeCommit = (tx: Transaction, before: PurchaseRow, after: PurchaseRow) => Promise<void> | void;

/** Who caused a change, if that is not the actor of the transaction. */
type Cause = Parameters<Transaction['emitChanged']>[2];

type PurchaseWriteContext = Pick<CommerceContext, 'connection' | 'now' | 'reconcileAfterMs'>;

/** Stores a new purchase and emits its event. @throws a duplicate key error when the order is already stored */
export async function insertPurchase(
  { connection }: Pick<CommerceContext, 'connection'>,
  row: PurchaseRow,
  tx: Transaction,
): Promise<void> {
  const stored = { ...row, ...searchFields([row.userEmail]) };
  await purchasesOf(connection).insertMany([stored], { session: tx.session, lean: true });
  const surrogateKeys = purchaseChangeKeys(null, row);
  tx.emitChanged(purchaseEvent, {
    id: row._id,
    version: row.version,
    state: toPurchaseState(row),
    surrogateKeys,
  });
}

/**
 * Reads and changes a purchase in one transaction.
 *
 * @param computeNext returns the changed purchase, or the same one to leave it. May run several times
 * @param beforeCommit runs in the same transaction, also when nothing has changed
 * @returns the current purchase, null when there is none
 */
export async function updatePurchase(
  commerce: CommerceContext,
  context: RequestContext,
  id: number,
  computeNext: (current: PurchaseRow) => PurchaseRow,
  beforeCommit?: BeforeCommit,
): Promise<PurchaseRow | null> {
  return commit(commerce, context, async (tx) => {
    const current = await findPurchaseInTransaction(commerce.connection, id, tx.session);
    if (!current) return null;
    const next = await writePurchase(commerce, current, computeNext(current), tx);
    await beforeCommit?.(tx, current, next);
    return next;
  });
}

/**
 * Replaces a purchase that was read in the same transaction. Emits an event if the public state has changed, and audits
 * every refund that is stored for the first time.
 */
export async function writePurchase(
  commerce: PurchaseWriteContext,
  current: PurchaseRow,
  desired: PurchaseRow,
  tx: Transaction,
  cause?: Cause,
): Promise<PurchaseRow> {
  const next = withNextCheck(desired, current, commerce);
  if (isDeepStrictEqual(next, current)) return current;
  const isVisible = !isDeepStrictEqual(toPurchaseState(next), toPurchaseState(current));
  const written = isVisible ? { ...next, version: current.version + 1, updatedAt: commerce.now() } : next;
  const { _id, ...fields } = written;
  const removedFields = Object.keys(current).filter((name) => !(name in written));
  await purchasesOf(commerce.connection).updateOne(
    { _id },
    {
      $set: {
        ...fields,
        ...(written.userEmail === current.userEmail ? {} : searchFields([written.userEmail])),
      },
      ...(removedFields.length > 0
        ? { $unset: Object.fromEntries(removedFields.map((name) => [name, 1])) }
        : {}),
    },
    { session: tx.session },
  );
  if (isVisible)
    tx.emitChanged(
      purchaseEvent,
      {
        id: _id,
        version: written.version,
        state: toPurchaseState(written),
        surrogateKeys: purchaseChangeKeys(current, written),
      },
      cause,
    );
  auditRefunds(current, written, tx);
  return written;
}

/** Writes one audit record, with the requesting actor, for each refund of the provider that was not stored before. */
function auditRefunds(before: PurchaseRow, { _id, userEmail, refunds }: PurchaseRow, tx: Transaction): void {
  const counted = new Set(before.refunds.map(({ id }) => id));
  for (const { id, amount, by } of refunds) {
    if (id === null || counted.has(id)) continue;
    const detail = `USD ${(amount / 100).toFixed(2)}`;
    // A refund without a requester was made on the provider's own site.
    tx.audit(purchaseEvent, { action: 'refunded', id: _id, title: userEmail, detail }, by ?? anonymousCause);
  }
}

const anonymousCause = { actor: null, requestId: null };

/** Deletes a purchase that was read in the same transaction and emits its tombstone. */
export async function deletePurchase(
  { connection }: Pick<CommerceContext, 'connection'>,
  row: PurchaseRow,
  tx: Transaction,
  cause?: Cause,
): Promise<void> {
  await purchasesOf(connection).deleteOne({ _id: row._id }, { session: tx.session });
  const surrogateKeys = purchaseChangeKeys(row, null);
  tx.emitDeleted(purchaseEvent, { id: row._id, version: row.version + 1, surrogateKeys }, cause);
}

/** Reads a purchase within a transaction, for a later write in the same transaction. Null when there is none. */
export async function findPurchaseInTransaction(
  connection: Connection,
  id: number,
  session: ClientSession,
): Promise<PurchaseRow | null> {
  return purchasesOf(connection).findById(id, purchaseRowProjection, { session }).lean<PurchaseRow>();
}

/** Sets the time of the next check while the provider's state may still change, and removes it otherwise. */
function withNextCheck(
  desired: PurchaseRow,
  current: PurchaseRow,
  writeContext: PurchaseWriteContext,
): PurchaseRow {
  const { askAt, ...rest } = desired;
  const reason = findCheckReason(desired, writeContext.now());
  if (!reason) return { ...rest, askedTimes: 0 };
  if (reason === findCheckReason(current, writeContext.now()) && askAt) return desired;
  return { ...rest, askedTimes: 0, askAt: nextCheckAt({ ...desired, askedTimes: 0 }, writeContext) };
}

/** `unsettled`: the provider is still processing it; `refundable`: it may be refunded on the provider's own site. */
type CheckReason = 'unsettled' | 'refundable';

const dayMs = 24 * 60 * 60_000;
/** Days after a payment within which the provider allows refunds (PayPal's help, Issue a refund). */
const refundableDays = 180;
const maxDelayMs = { unsettled: dayMs, refundable: 30 * dayMs } as const;

/** Why the provider's state of a purchase may still change; undefined when it cannot. */
function findCheckReason(row: PurchaseRow, now: Date): CheckReason | undefined {
  if (isUnsettled(row)) return 'unsettled';
  const isRefundable = now.getTime() - row.purchaseDate.getTime() < refundableDays * dayMs;
  return isPaid(row) && isRefundable ? 'refundable' : undefined;
}

/**
 * When to check a purchase next: exponential back-off by `askedTimes`, from `reconcileAfterMs` to a day while it is
 * unsettled, from a day to 30 days while it is refundable.
 */
export function nextCheckAt(
  row: PurchaseRow,
  { now, reconcileAfterMs }: Pick<CommerceContext, 'now' | 'reconcileAfterMs'>,
): Date {
  const reason = findCheckReason(row, now()) ?? 'unsettled';
  const initialDelayMs = reason === 'refundable' ? dayMs : reconcileAfterMs;
  const delayMs = Math.min(initialDelayMs * 2 ** row.askedTimes, maxDelayMs[reason]);
  return new Date(now().getTime() + delayMs);
}

function isUnsettled(row: PurchaseRow): boolean {
  if (row.statusGroup === 'pending' || row.captureSince) return true;
  if (row.paymentStatus === 'declined' && row.captureId === undefined) return true;
  return row.refunds.some(({ id, status }) => id === null || status === 'pending');
}

/** The state of a purchase in its event. */
export function toPurchaseState(row: PurchaseRow): StateOf<typeof purchaseEvent> {
  return {
    id: row._id,
    purchaseId: row.purchaseId,
    userId: row.userId,
    userEmail: row.userEmail,
    mainLessonId: row.mainLessonId,
    purchaseAmount: row.purchaseAmount,
    refundedAmount: row.refundedAmount,
    paymentMethod: row.paymentMethod,
    platformType: row.platformType,
    paymentStatus: row.paymentStatus,
    purchaseDate: row.purchaseDate.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function toPurchase(row: PurchaseRow): Purchase {
  return { ...toPurchaseState(row), version: row.version };
}

/** A purchase in the console's list. */
export function toPurchaseRow(row: PurchaseRow): ResponseOf<typeof purchasesList>['data'][number] {
  return { ...toPurchase(row), email: row.userEmail };
}

/** A purchase with its refunds and the current state of the main lesson. */
export function toPurchaseDetail(row: PurchaseRow, mainLesson: ReplicatedMainLesson | null): PurchaseDetail {
  return {
    ...toPurchase(row),
    mainLesson: mainLesson && {
      id: mainLesson._id,
      title: mainLesson.title,
      description: mainLesson.description,
      imageCoverUrl: uploadUrl(mainLesson.imageCover),
      free: mainLesson.free,
      price: mainLesson.price,
    },
    refunds: row.refunds.map(({ id, requestId, amount, reason, status, createdAt }) => ({
      id: id ?? requestId,
      amount,
      reason,
      status,
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** A purchase in the learner's own list. */
export function toLearnerPurchase(row: PurchaseRow): ResponseOf<typeof v1PurchasesList>['data'][number] {
  const { id, purchaseId, mainLessonId, purchaseAmount, refundedAmount, paymentStatus, purchaseDate } =
    toPurchaseState(row);
  return {
    id,
    purchaseId,
    mainLessonId,
    purchaseAmount,
    refundedAmount,
    paymentStatus,
    purchaseDate,
    mainLessonTitle: row.snapshot.title,
  };
}
