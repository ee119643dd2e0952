import { fakeApi, paginate } from '@khmer-learning/console-sdk/testing';
import type { Purchase, PurchaseDetail, SessionUser } from '@khmer-learning/contracts';

export const testAdmin: SessionUser = {
  id: 1,
  firstName: 'Sokha',
  lastName: 'Chan',
  email: 'sokha@khmer.local',
  role: 'admin',
};

export const paidPurchase: Purchase = {
  id: 7,
  purchaseId: '5O190127TN364715T',
  userId: 31,
  userEmail: 'dara@khmer.local',
  mainLessonId: 4,
  purchaseAmount: 125_099,
  refundedAmount: 0,
  paymentMethod: 'paypal',
  platformType: 'ios',
  paymentStatus: 'completed',
  purchaseDate: '2026-05-04T03:42:00.000Z',
  version: 2,
  createdAt: '2026-05-04T03:40:00.000Z',
  updatedAt: '2026-05-04T03:42:00.000Z',
};

export const marketMainLesson: NonNullable<PurchaseDetail['mainLesson']> = {
  id: 4,
  title: 'At the market',
  description: 'Prices, weights and how to bargain',
  imageCoverUrl: '/uploads/market.png',
  free: false,
  price: 125_099,
};

export function buildPurchaseDetail(
  purchase: Purchase,
  changes: Partial<PurchaseDetail> = {},
): PurchaseDetail {
  return { ...purchase, mainLesson: marketMainLesson, refunds: [], ...changes };
}

export function buildRefund(
  changes: Partial<PurchaseDetail['refunds'][number]>,
): PurchaseDetail['refunds'][number] {
  return {
    id: 'refund-7-1',
    amount: 1_000,
    reason: null,
    status: 'completed',
    canWithdraw: false,
    createdAt: '2026-05-05T03:00:00.000Z',
    ...changes,
  };
}

/** A fake API with these purchases and their details. Tests override routes as needed. */
export function fakePurchasesApi(purchases: readonly Purchase[]) {
  const api = fakeApi({
    'GET /api/purchase_history': ({ query }) => ({
      body: { data: paginate(purchases, query), total: purchases.length },
    }),
  });
  for (const purchase of purchases)
    api.route(`GET /api/purchase_history/${purchase.id}`, () => ({ body: buildPurchaseDetail(purchase) }));
  return api;
}
