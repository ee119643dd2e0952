import {
  failedPaymentsFilter,
  mainLessonSales,
  ownedMainLessons,
  type PaymentStatusGroup,
  pendingRefundsFilter,
  purchaseEvent,
  purchasesExport,
  purchasesGet,
  purchasesList,
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
import { sendExport } from '@khmer-learning/transfer';
import type { FastifyInstance } from 'fastify';
import type { CommerceContext } from '../context/commerce-context.ts';
import { readMainLesson } from '../replicas/replicas.ts';
import { generatePurchasesCsv } from './purchase.export.ts';
import {
  findOwnedMainLessonIds,
  findPurchase,
  findSales,
  type PurchaseFilter,
  readPurchasePage,
  streamPurchases,
  toLearnerPurchase,
  toPurchaseDetail,
  toPurchaseRow,
} from './purchase.queries.ts';

const statusGroups = {
  Completed: 'completed',
  Pending: 'pending',
  Refund: 'refund',
  [failedPaymentsFilter]: 'failed',
} as const satisfies Record<string, PaymentStatusGroup>;

/** Mounts the console's purchase list, detail, CSV export and the sales of a main lesson, the learner's own list, and the gateway's query. */
export function purchaseRoutes(app: FastifyInstance, commerce: CommerceContext): void {
  mountEndpoint(app, ownedMainLessons, async ({ body }) => ({
    mainLessonIds: await findOwnedMainLessonIds(commerce, body.learnerId),
  }));

  mountEndpoint(app, mainLessonSales, async ({ params, principal }) => {
    const { paid, ...sales } = await findSales(commerce, params.id);
    // Revenue is for admins.
    return principal.kind === 'session' && principal.role === 'admin' ? { ...sales, paid } : sales;
  });

  mountEndpoint(app, purchasesList, async ({ query }) => {
    const found = await readPurchasePage(commerce, toPurchaseFilter(query), pageOf(query), query.sort);
    const { rows, total, totalIsEstimate } = found;
    return { data: rows.map(toPurchaseRow), total, totalIsEstimate };
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
    const rows = streamPurchases(commerce, toPurchaseFilter(query));
    return sendExport(commerce, context, file, generatePurchasesCsv(rows));
  });

  mountEndpoint(app, purchasesGet, async ({ params }) => {
    const row = await findPurchase(commerce.connection, { _id: params.id });
    if (!row) throw notFound('Purchase');
    const { mainLessonId } = row;
    return toPurchaseDetail(
      row,
      mainLessonId === null ? null : await readMainLesson(commerce.connection, mainLessonId),
    );
  });

  mountEndpoint(app, v1PurchasesList, async ({ principal, query }) => {
    const filter = { userId: requireLearner(principal).userId };
    const page = publicPageOf(query, 2);
    const found = await readPurchasePage(commerce, { ...filter, after: page.after }, withNextRow(page));
    const { total, totalIsEstimate } = found;
    const { rows, next } = cutPage(found.rows, page, ({ purchaseDate, _id }) => [
      purchaseDate.getTime(),
      _id,
    ]);
    return { success: true as const, data: rows.map(toLearnerPurchase), total, totalIsEstimate, ...next };
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
