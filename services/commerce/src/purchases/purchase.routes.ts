import {
  type PaymentStatusGroup,
  type paymentStatusFilters,
  purchaseEvent,
  purchasesExport,
  purchasesGet,
  purchasesList,
  v1PurchasesList,
} from '@khmer-learning/contracts';
import { mountEndpoint, notFound, pageOf, sendExport, requireLearner } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { readMainLesson } from '../copies/copies.ts';
import type { CommerceStore } from '../store/commerce-store.ts';
import { toDetail, toOwnPurchase, toPurchase } from './purchase.answers.ts';
import { purchasesFile } from './purchase.export.ts';
import {
  countPurchases,
  findPurchase,
  findPurchases,
  type PurchaseFilter,
  streamPurchases,
} from './purchase.queries.ts';

const groups: Readonly<Record<(typeof paymentStatusFilters)[number], PaymentStatusGroup>> = {
  Completed: 'completed',
  Pending: 'pending',
  Refund: 'refund',
};

export function purchaseRoutes(app: FastifyInstance, store: CommerceStore): void {
  mountEndpoint(app, purchasesList, async ({ query }) => {
    const filter = filterOf(query);
    const page = pageOf(query);
    const [rows, counted] = await Promise.all([
      findPurchases(store, filter, page),
      page ? countPurchases(store, filter) : undefined,
    ]);
    return { data: rows.map(toPurchase), total: counted ?? rows.length };
  });

  mountEndpoint(app, purchasesExport, (context) => {
    const { query } = context;
    const file = {
      kind: purchaseEvent,
      // The address that was searched for is no business of the audit trail's.
      filters: { ...query, search: query.search && 'by e-mail' },
      name: 'purchase-history',
      extension: 'csv',
      timeZone: store.timeZone,
      at: store.now(),
    } as const;
    const rows = streamPurchases(store, filterOf(query));
    return sendExport(store, context, file, purchasesFile(rows));
  });

  mountEndpoint(app, purchasesGet, async ({ params }) => {
    const row = await findPurchase(store.connection, { _id: params.id });
    if (!row) throw notFound('Purchase');
    const { mainLessonId } = row;
    return toDetail(row, mainLessonId === null ? null : await readMainLesson(store.connection, mainLessonId));
  });

  mountEndpoint(app, v1PurchasesList, async ({ principal, query }) => {
    const filter = { userId: requireLearner(principal).userId };
    const page = pageOf(query);
    const [rows, counted] = await Promise.all([
      findPurchases(store, filter, page),
      page ? countPurchases(store, filter) : undefined,
    ]);
    return { success: true as const, data: rows.map(toOwnPurchase), total: counted ?? rows.length };
  });
}

function filterOf(query: {
  payment_status?: (typeof paymentStatusFilters)[number] | undefined;
  purchase_date?: PurchaseFilter['date'];
  search?: string | undefined;
}): PurchaseFilter {
  const { payment_status: status, purchase_date: date, search } = query;
  return { group: status && groups[status], date, search };
}
