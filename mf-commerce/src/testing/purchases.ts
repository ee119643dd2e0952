import { fakeApi, paginate } from '@khmer-learning/console-sdk/testing';
import type { Purchase, PurchaseDetail, SessionUser } from '@khmer-learning/contracts';

/** An admin, who is signed in. */
export const sokha: SessionUser = {
  id: 1,
  firstName: 'Sokha',
  lastName: 'Chan',
  email: 'sokha@khmer.local',
  role: 'admin',
};

/** A purchase that is paid and whole. */
export const daras: Purchase = {
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

export const market: NonNullable<PurchaseDetail['mainLesson']> = {
  id: 4,
  title: 'At the market',
  description: 'Prices, weights and how to bargain',
  imageCoverUrl: '/uploads/market.png',
  free: false,
  price: 125_099,
};

export function detailOf(purchase: Purchase, changes: Partial<PurchaseDetail> = {}): PurchaseDetail {
  return { ...purchase, mainLesson: market, refunds: [], ...changes };
}

/** An API with these purchases, each with its detail. Tests change the routes they are about. */
export function purchasesApi(purchases: readonly Purchase[]) {
  const api = fakeApi({
    'GET /api/purchase_history': ({ query }) => ({
      body: { data: paginate(purchases, query), total: purchases.length },
    }),
  });
  for (const purchase of purchases)
    api.route(`GET /api/purchase_history/${purchase.id}`, () => ({ body: detailOf(purchase) }));
  return api;
}
