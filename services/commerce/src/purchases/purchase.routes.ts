import {
  failedPaymentsFilter,
  mainLessonSales,
  ownedMainLessons,
  pendingRefundsFilter,
  purchaseEvent,
  purchasesExport,
  purchasesGet,
  purchasesGrant,
  purchasesList,
  purchasesRevoke,
  v1PurchasesList,
} from '@khmer-learning/contracts';
import {
  cutPage,
  mountEndpoint,
  notFound,
  pageOf,
  publicPageOf,
  requireLearner,
  withNextRow,
} from '@khmer-learning/service-kit';
import { sendTable } from '@khmer-learning/transfer';
import type { FastifyInstance } from 'fastify';
import type { CommerceContext } from '../context/commerce-context.ts';
import { grantAccess, revokeAccess } from './grants.ts';
import {
  findOwnedMainLessons,
  findPurchase,
  findSales,
  type PurchaseFilter,
  readPurchaseDetail,
  readPurchasePage,
  streamPurchases,
  toLearnerPurchase,
  toPurchaseRow,
} from './purchase.queries.ts';
import { type PurchaseRow, withAccessEnded } from './purchase-status.ts';

const exportedCells: Readonly<Record<string, (row: PurchaseRow) => string>> = {
  Id: ({ _id }) => String(_id),
  Email: ({ userEmail }) => userEmail,
  'Main Lesson': ({ snapshot }) => snapshot.title,
  'Purchase Date': ({ purchaseDate }) => purchaseDate.toISOString(),
  'Payment Method': ({ paymentMethod }) => paymentMethod,
  'Platform Type': ({ platformType }) => platformType,
  'Payment Status': ({ paymentStatus }) => paymentStatus,
  'Purchase Amount (USD)': ({ purchaseAmount }) => (purchaseAmount / 100).toFixed(2),
  'Refunded (USD)': ({ refundedAmount }) => (refundedAmount / 100).toFixed(2),
  'Purchase Id': ({ purchaseId }) => purchaseId,
};

async function* exportedRows(purchases: AsyncIterable<PurchaseRow>): AsyncGenerator<string[]> {
  yield Object.keys(exportedCells);
  for await (const row of purchases) yield Object.values(exportedCells).map((cell) => cell(row));
}

const statusGroups = {
  Completed: 'completed',
  Pending: 'pending',
  Refund: 'refund',
  Granted: 'granted',
  [failedPaymentsFilter]: 'failed',
} as const satisfies Record<string, PurchaseFilter['group']>;

/** Mounts the console's purchase list, detail, CSV export and the sales of a main lesson, the learner's own list, and the gateway's query. */
export function purchaseRoutes(app: FastifyInstance, commerce: CommerceContext): void {
  mountEndpoint(app, ownedMainLessons, ({ body }) => findOwnedMainLessons(commerce, body.learnerId));

  mountEndpoint(app, mainLessonSales, async ({ params, principal }) => {
    const { paid, ...sales } = await findSales(commerce, params.id);
    // Revenue is for admins.
    return principal.kind === 'session' && principal.role === 'admin' ? { ...sales, paid } : sales;
  });

  mountEndpoint(app, purchasesList, async ({ query }) => {
    const found = await readPurchasePage(commerce, toPurchaseFilter(query), pageOf(query), query.sort);
    const { rows, total, totalIsEstimate } = found;
    const now = commerce.now();
    const data = rows.map((row) => toPurchaseRow(withAccessEnded(row, now)));
    return { data, total, totalIsEstimate };
  });

  mountEndpoint(app, purchasesExport, (context) => {
    const { query } = context;
    const file = {
      kind: purchaseEvent,
      // The audit log must not contain the email address that was searched for.
      filters: { ...query, search: query.search && 'by email' },
      name: 'purchase-history',
      extension: 'csv',
      timeZone: commerce.timeZone,
      at: commerce.now(),
    } as const;
    return sendTable(commerce, context, file, () =>
      exportedRows(streamPurchases(commerce, toPurchaseFilter(query))),
    );
  });

  mountEndpoint(app, purchasesGet, async ({ params }) => {
    const row = await findPurchase(commerce.connection, { _id: params.id });
    if (!row) throw notFound('Purchase');
    return readPurchaseDetail(commerce, row);
  });

  mountEndpoint(app, purchasesGrant, (context) => grantAccess(commerce, context.body, context));

  mountEndpoint(app, purchasesRevoke, (context) =>
    revokeAccess(commerce, context.params.id, context.body, context),
  );

  mountEndpoint(app, v1PurchasesList, async ({ principal, query }) => {
    const filter = { userId: requireLearner(principal).userId };
    const page = publicPageOf(query, 2);
    const found = await readPurchasePage(commerce, { ...filter, after: page.after }, withNextRow(page));
    const { total, totalIsEstimate } = found;
    const { rows, next } = cutPage(found.rows, page, ({ purchaseDate, _id }) => [
      purchaseDate.getTime(),
      _id,
    ]);
    const now = commerce.now();
    const data = rows.map((row) => toLearnerPurchase(withAccessEnded(row, now)));
    return { success: true as const, data, total, totalIsEstimate, ...next };
  });
}

function toPurchaseFilter(query: {
  payment_status?: keyof typeof statusGroups | typeof pendingRefundsFilter | undefined;
  purchase_date?: PurchaseFilter['date'];
  search?: string | undefined;
  userId?: number | undefined;
}): PurchaseFilter {
  const { payment_status: status, purchase_date: date, search, userId } = query;
  if (status === pendingRefundsFilter) return { hasPendingRefund: true, date, search, userId };
  return { group: status && statusGroups[status], date, search, userId };
}
