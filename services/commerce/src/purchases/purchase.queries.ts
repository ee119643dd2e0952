import { isDeepStrictEqual } from 'node:util';
import {
  type ListTotal,
  type mainLessonSales,
  maxCountedPurchases,
  type ownedMainLessons,
  ownershipStatuses,
  type Purchase,
  type PurchaseDateFilter,
  type PurchaseDetail,
  purchaseEvent,
  type purchasesList,
  type QueryOf,
  type ResponseOf,
  type StateOf,
  uploadUrl,
  type v1PurchasesList,
} from '@khmer-learning/contracts';
import {
  commit,
  type FoundPage,
  type ListQuery,
  listOrder,
  type Page,
  type RequestContext,
  readPage,
  searchCondition,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { type CommerceContext, systemContext } from '../context/commerce-context.ts';
import { readMainLesson, readUserEmail } from '../replicas/replicas.ts';
import { resolveDateRange } from './date-ranges.ts';
import {
  ownershipIndex,
  purchaseIndexes,
  purchaseRowProjection,
  purchaseSearchFields,
  purchaseSortIndexes,
  purchasesOf,
  type StoredPurchase,
  salesIndex,
} from './purchase.model.ts';
import { purchaseChangeKeys } from './purchase.surrogate-keys.ts';
import {
  failedRefundStatuses,
  isPaid,
  isUnanswered,
  isWithdrawable,
  type PurchaseRow,
  pendingRefundCents,
  withAccessEnded,
} from './purchase-status.ts';

/** The filters of a list. An absent filter matches every purchase. */
export interface PurchaseFilter {
  readonly group?: StoredPurchase['statusGroup'] | undefined;
  /** Only purchases with a refund that the provider has not confirmed. */
  readonly hasPendingRefund?: boolean | undefined;
  readonly date?: PurchaseDateFilter | undefined;
  readonly search?: string | undefined;
  readonly userId?: number | undefined;
  /** Only purchases after the one with this date (epoch milliseconds) and id. */
  readonly after?: readonly number[] | undefined;
}

type PurchaseSort = QueryOf<typeof purchasesList>['sort'];

/** A unique key of a purchase: our id, the provider's order id or its capture id. */
export type PurchaseKey = { _id: number } | { purchaseId: string } | { captureId: string };

const newestFirst = { purchaseDate: -1, _id: -1 } as const;
const oldestFirst = { purchaseDate: 1, _id: 1 } as const;

/** The purchase with this key; null when there is none. @param session for a later write in its transaction */
export async function findPurchase(
  connection: Connection,
  key: PurchaseKey,
  session: ClientSession | null = null,
): Promise<PurchaseRow | null> {
  return purchasesOf(connection).findOne(key, purchaseRowProjection, { session }).lean<PurchaseRow>();
}

/** The condition of a purchase that gives ownership now. */
const owning = (now: Date) => ({
  paymentStatus: { $in: [...ownershipStatuses] },
  accessEndsAt: { $not: { $lte: now } },
});

export async function ownsMainLesson(
  { connection, now }: Pick<CommerceContext, 'connection' | 'now'>,
  userId: number,
  mainLessonId: number,
  session: ClientSession | null = null,
): Promise<boolean> {
  const where = { userId, mainLessonId, ...owning(now()) };
  return (await purchasesOf(connection).exists(where).session(session)) !== null;
}

/** The learners who have paid for a main lesson and can open it, and what they have paid less refunds. Reads only the index. */
export async function findSales(
  { connection }: CommerceContext,
  mainLessonId: number,
): Promise<ResponseOf<typeof mainLessonSales> & { paid: number }> {
  const rows = await purchasesOf(connection)
    .find(
      {
        mainLessonId,
        paymentStatus: { $in: [...ownershipStatuses] },
        userId: { $gt: 0 },
        purchaseAmount: { $gt: 0 },
      },
      { _id: 0, userId: 1, purchaseAmount: 1, refundedAmount: 1 },
    )
    .hint(salesIndex)
    .limit(maxCountedPurchases + 1)
    .lean<Pick<StoredPurchase, 'userId' | 'purchaseAmount' | 'refundedAmount'>[]>();
  const counted = rows.slice(0, maxCountedPurchases);
  return {
    learners: new Set(counted.map(({ userId }) => userId)).size,
    paid: counted.reduce((sum, row) => sum + row.purchaseAmount - row.refundedAmount, 0),
    ...(rows.length > counted.length ? { isMinimum: true as const } : {}),
  };
}

/** A page of purchases and the number of all that match, possibly cached. @param page undefined: the first `maxUnpagedRows` */
export async function readPurchasePage(
  commerce: CommerceContext,
  filter: PurchaseFilter,
  page: Page | undefined,
  sort?: PurchaseSort,
): Promise<FoundPage<PurchaseRow> & ListTotal> {
  const query = buildPurchaseQuery(commerce, filter);
  const byDate = sort === 'date' ? oldestFirst : newestFirst;
  const isByDate = sort === 'date' || sort === '-date';
  return readPage<StoredPurchase, PurchaseRow>(
    commerce,
    purchasesOf(commerce.connection),
    { ...query, sort: byDate },
    page && { ...page, after: filter.after && afterCondition(filter.after) },
    purchaseRowProjection,
    isByDate ? undefined : listOrder(purchaseSortIndexes, sort),
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

/** The purchase to check next, the longest overdue first, pending ones before routine ones. @param except being checked */
export async function findPurchaseDueForCheck(
  connection: Connection,
  now: Date,
  except: readonly number[],
): Promise<number | undefined> {
  for (const queue of ['askAt', 'routineAskAt'] as const) {
    const row = await purchasesOf(connection)
      .findOne({ [queue]: { $lte: now }, _id: { $nin: except } }, { _id: 1 })
      .sort({ [queue]: 1 })
      .lean();
    if (row) return row._id;
  }
  return undefined;
}

/** The filter with the index for it and the order: the planner would cache a plan of one value that is slow for another. */
function buildPurchaseQuery({ now, timeZone }: CommerceContext, filter: PurchaseFilter): ListQuery {
  const { group, hasPendingRefund, date, search, userId } = filter;
  const range = date && resolveDateRange(date, now(), timeZone);
  const filters = {
    ...(userId === undefined ? {} : { userId }),
    ...(group ? { statusGroup: group } : {}),
    ...(hasPendingRefund ? pendingRefundCondition : {}),
    ...(range ? { purchaseDate: { $gte: range.from, $lt: range.to } } : {}),
  };
  const filtered = { where: filters, hint: purchaseIndexes[indexFor(filters)] };
  const searched = searchCondition(search);
  if (!searched.searchKeys) return { ...filtered, sort: newestFirst };
  const unsearched = Object.keys(filters).length > 0 ? filtered : undefined;
  return { where: { ...searched, ...filters }, hint: purchaseIndexes.words, sort: newestFirst, unsearched };
}

/** The first condition is that of the index. */
const pendingRefundCondition = {
  'refunds.isPending': true,
  refunds: { $elemMatch: { isPending: true, id: null, status: { $nin: [...failedRefundStatuses] } } },
} as const;

function indexFor(where: {
  userId?: number;
  statusGroup?: string;
  'refunds.isPending'?: true;
}): keyof typeof purchaseIndexes {
  if (where.userId !== undefined) return 'user';
  if (where['refunds.isPending']) return 'pendingRefund';
  return where.statusGroup ? 'status' : 'newest';
}

/** The main lessons that a learner owns, and when the first of them ends. Owned ones are not sold again: one purchase each. */
export async function findOwnedMainLessons(
  { connection, now }: Pick<CommerceContext, 'connection' | 'now'>,
  learnerId: number,
): Promise<ResponseOf<typeof ownedMainLessons>> {
  const owned = await purchasesOf(connection)
    .find(
      { userId: learnerId, mainLessonId: { $ne: null }, ...owning(now()) },
      { mainLessonId: 1, accessEndsAt: 1 },
    )
    .hint(ownershipIndex)
    .lean();
  const [until] = owned.flatMap(({ accessEndsAt }) => accessEndsAt?.toISOString() ?? []).sort();
  return {
    mainLessonIds: [...new Set(owned.flatMap(({ mainLessonId }) => mainLessonId ?? []))],
    ...(until === undefined ? {} : { until }),
  };
}

/** A callback in the transaction of a change, with the purchase before and after it. */
export type BeforeCommit = (tx: Transaction, before: PurchaseRow, after: PurchaseRow) => Promise<void> | void;

/** Who caused a change, if that is not the actor of the transaction. */
type Cause = Parameters<Transaction['emitChanged']>[2];

type PurchaseWriteContext = Pick<CommerceContext, 'connection' | 'now'>;

/** Stores a new purchase and emits its event. @throws a duplicate key error when the order is already stored */
export async function insertPurchase(
  { connection }: Pick<CommerceContext, 'connection'>,
  row: PurchaseRow,
  tx: Transaction,
): Promise<void> {
  const stored = { ...row, ...purchaseSearchFields(row) };
  await purchasesOf(connection).insertMany([stored], { session: tx.session, lean: true });
  emitPurchase(null, row, tx);
}

function emitPurchase(before: PurchaseRow | null, row: PurchaseRow, tx: Transaction, cause?: Cause): void {
  const { _id: id, version } = row;
  const surrogateKeys = purchaseChangeKeys(before, row);
  tx.emitChanged(purchaseEvent, { id, version, state: toPurchaseState(row), surrogateKeys }, cause);
}

/**
 * Reads and changes a purchase in one transaction. @returns it, null when there is none
 * @param computeNext returns the changed purchase, or the same one; may run several times
 * @param beforeCommit runs in the same transaction, also when nothing has changed
 */
export async function updatePurchase(
  commerce: CommerceContext,
  context: RequestContext,
  id: number,
  computeNext: (current: PurchaseRow) => PurchaseRow,
  beforeCommit?: BeforeCommit,
): Promise<PurchaseRow | null> {
  return commit(commerce, context, async (tx) => {
    const current = await findPurchase(commerce.connection, { _id: id }, tx.session);
    if (!current) return null;
    const next = await writePurchase(commerce, current, computeNext(current), tx);
    await beforeCommit?.(tx, current, next);
    return next;
  });
}

/**
 * Replaces a purchase that was read in the same transaction. Emits its public state if that has changed, and audits each
 * refund that has become pending or was made.
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
      $set: { ...fields, ...(written.userEmail === current.userEmail ? {} : purchaseSearchFields(written)) },
      ...(removedFields.length > 0 && { $unset: Object.fromEntries(removedFields.map((name) => [name, 1])) }),
    },
    { session: tx.session },
  );
  if (isVisible) emitPurchase(current, written, tx, cause);
  auditRefunds(current, written, tx);
  return written;
}

/** Writes an audit record, with the requesting actor, for each refund that has become pending or has been made. */
function auditRefunds(before: PurchaseRow, after: PurchaseRow, tx: Transaction): void {
  const made = new Set(before.refunds.map(({ id }) => id));
  const pending = new Set(before.refunds.flatMap((refund) => (refund.isPending ? refund.requestId : [])));
  for (const refund of after.refunds) {
    const isNew = refund.id === null ? !pending.has(refund.requestId) : !made.has(refund.id);
    if (!isNew || (refund.id === null && !refund.isPending)) continue;
    const action = refund.id === null ? 'refund-requested' : 'refunded';
    // A refund without a requester was made on the provider's own site.
    tx.audit(purchaseEvent, refundAudit(action, after, refund.amount), refund.by ?? systemContext);
  }
}

/** The audit record of a refund. @param amount in cents */
export function refundAudit(
  action: 'refunded' | 'refund-requested' | 'refund-withdrawn',
  { _id, userEmail }: PurchaseRow,
  amount: number,
) {
  return { action, id: _id, title: userEmail, detail: `USD ${(amount / 100).toFixed(2)}` };
}

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

/** Schedules the next check while the provider's state may still change, and removes it otherwise. */
function withNextCheck(
  desired: PurchaseRow,
  current: PurchaseRow,
  writeContext: PurchaseWriteContext,
): PurchaseRow {
  const reason = findCheckReason(desired, writeContext.now());
  const isScheduled = reason && desired[checkBackOff[reason].queue] !== undefined;
  if (isScheduled && reason === findCheckReason(current, writeContext.now())) return desired;
  return scheduleNextCheck({ ...desired, askedTimes: 0 }, writeContext);
}

/**
 * - `refund`: a refund has not been sent or not been answered
 * - `unsettled`: the provider is still processing it
 * - `refundable`: it may be refunded on the provider's own site
 */
type CheckReason = 'refund' | 'unsettled' | 'refundable';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Days after a payment within which the provider allows refunds (PayPal's help, Issue a refund). */
const refundableDays = 180;

/** After this time neither the provider nor the process that sent it still works on a refund without a response. */
export const refundResponseTimeoutMs = minuteMs;

/** How long a purchase may be pending before the provider is asked about it. */
export const reconcileAfterMs = 15 * minuteMs;

/** The queue of each reason, its first pause and its longest one. A routine check never delays what is pending. */
const checkBackOff = {
  refund: { queue: 'askAt', initialMs: refundResponseTimeoutMs, maxMs: 60 * minuteMs },
  unsettled: { queue: 'askAt', initialMs: reconcileAfterMs, maxMs: dayMs },
  refundable: { queue: 'routineAskAt', initialMs: dayMs, maxMs: 30 * dayMs },
} as const;

/** Why the provider's state of a purchase may still change; undefined when it cannot. */
function findCheckReason(row: PurchaseRow, now: Date): CheckReason | undefined {
  if (row.grant) return undefined;
  if (row.refunds.some(isUnanswered)) return 'refund';
  if (isUnsettled(row)) return 'unsettled';
  const isRefundable = now.getTime() - row.purchaseDate.getTime() < refundableDays * dayMs;
  return isPaid(row) && isRefundable ? 'refundable' : undefined;
}

/** The purchase with its next check, in the queue of its reason, with exponential back-off by `askedTimes`. */
export function scheduleNextCheck(
  { askAt: _askAt, routineAskAt: _routineAskAt, ...row }: PurchaseRow,
  { now }: Pick<CommerceContext, 'now'>,
): PurchaseRow {
  const reason = findCheckReason(row, now());
  if (!reason) return row;
  const { queue, initialMs, maxMs } = checkBackOff[reason];
  const delayMs = Math.min(initialMs * 2 ** row.askedTimes, maxMs);
  return { ...row, [queue]: new Date(now().getTime() + delayMs) };
}

function isUnsettled(row: PurchaseRow): boolean {
  if (row.statusGroup === 'pending' || row.captureSince) return true;
  if (row.paymentStatus === 'declined' && row.captureId === undefined) return true;
  return row.refunds.some(({ status }) => status === 'pending');
}

export function toPurchaseState(row: PurchaseRow): StateOf<typeof purchaseEvent> {
  const { _id: id, purchaseId, userId, userEmail, mainLessonId, purchaseAmount, refundedAmount } = row;
  const { paymentMethod, platformType, paymentStatus } = row;
  const pendingRefundAmount = pendingRefundCents(row);
  return {
    ...{ id, purchaseId, userId, userEmail, mainLessonId, purchaseAmount, refundedAmount },
    ...(pendingRefundAmount === 0 ? {} : { pendingRefundAmount }),
    ...{ paymentMethod, platformType, paymentStatus },
    purchaseDate: row.purchaseDate.toISOString(),
    ...(row.accessEndsAt ? { accessEndsAt: row.accessEndsAt.toISOString() } : {}),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

const toPurchase = (row: PurchaseRow): Purchase => ({ ...toPurchaseState(row), version: row.version });

/** A purchase in the console's list. */
export function toPurchaseRow(row: PurchaseRow): ResponseOf<typeof purchasesList>['data'][number] {
  return { ...toPurchase(row), email: row.userEmail, mainLessonTitle: row.snapshot.title };
}

/** Reads a purchase with its refunds, the current state of the main lesson, and who granted the access. */
export async function readPurchaseDetail(
  { connection, now }: CommerceContext,
  row: PurchaseRow,
): Promise<PurchaseDetail> {
  const { mainLessonId, grant } = row;
  const [mainLesson, grantedBy] = await Promise.all([
    mainLessonId === null ? null : readMainLesson(connection, mainLessonId),
    grant?.by == null ? null : readUserEmail(connection, grant.by),
  ]);
  return {
    ...toPurchase(withAccessEnded(row, now())),
    mainLesson: mainLesson && {
      ...{ id: mainLesson._id, title: mainLesson.title, description: mainLesson.description },
      imageCoverUrl: uploadUrl(mainLesson.imageCover),
      ...{ free: mainLesson.free, price: mainLesson.price },
    },
    refunds: row.refunds.map((refund) => {
      const { requestId, id, amount, reason, status } = refund;
      const createdAt = refund.createdAt.toISOString();
      return { id: id ?? requestId, amount, reason, status, canWithdraw: isWithdrawable(refund), createdAt };
    }),
    ...(grant
      ? { grant: { reason: grant.reason, grantedBy, revocationReason: grant.revocationReason } }
      : {}),
  };
}

/** A purchase in the learner's own list. */
export function toLearnerPurchase(row: PurchaseRow): ResponseOf<typeof v1PurchasesList>['data'][number] {
  const { id, purchaseId, mainLessonId, purchaseAmount, refundedAmount, ...state } = toPurchaseState(row);
  const { paymentMethod, paymentStatus, purchaseDate, accessEndsAt } = state;
  return {
    ...{ id, purchaseId, mainLessonId, purchaseAmount, refundedAmount },
    ...{ paymentMethod, paymentStatus, purchaseDate, accessEndsAt, mainLessonTitle: row.snapshot.title },
  };
}
