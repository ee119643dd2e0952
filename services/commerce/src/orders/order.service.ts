import {
  type BodyOf,
  type Learner,
  messages,
  purchaseMessages,
  type ResponseOf,
  type v1OrdersCreate,
} from '@khmer-learning/contracts';
import {
  ApiError,
  commit,
  conflict,
  isDuplicateKey,
  notFound,
  type RequestContext,
} from '@khmer-learning/service-kit';
import type { CommerceContext } from '../context/commerce-context.ts';
import type { PaymentService } from '../payments/payment.service.ts';
import { type ProviderOrder, withProviderErrorMapping } from '../provider/provider.ts';
import {
  findPurchase,
  insertPurchase,
  ownsMainLesson,
  reconcileAfterMs,
} from '../purchases/purchase.queries.ts';
import { customIdOf, isPaid, type PurchaseRow, paymentStatusFields } from '../purchases/purchase-status.ts';

import { lockMainLesson, lockUser, type MainLessonReplica, readMainLesson } from '../replicas/replicas.ts';
import { type Checkout, type CheckoutRequest, findOrCreateCheckout, lockCheckout } from './checkout.ts';

type OrderResponse = ResponseOf<typeof v1OrdersCreate>['data'];

export type OrderService = ReturnType<typeof createOrderService>;

/** A checkout that has no purchase after this time is abandoned: the provider may have forgotten its request id. */
const checkoutLifetimeMs = 60 * 60_000;
const maxAttempts = 5;

/** @param waitForMainLesson waits briefly for a main lesson that is not replicated yet */
export function createOrderService(
  commerce: CommerceContext,
  payments: PaymentService,
  waitForMainLesson: (id: number) => Promise<void>,
) {
  const { connection, provider, now } = commerce;

  async function loadMainLessonForSale(id: number) {
    const known = await readMainLesson(connection, id);
    if (known) return requireForSale(known);
    await waitForMainLesson(id);
    return requireForSale(await readMainLesson(connection, id));
  }

  /** Creates the provider's order, then the purchase. Undefined when a concurrent change requires another attempt. */
  async function placeOrder(
    learner: Learner,
    checkout: Checkout,
    checkoutRequest: CheckoutRequest & { title: string; platformType: string },
    context: RequestContext,
  ): Promise<OrderResponse | undefined> {
    const order = await provider.createOrder({
      requestId: checkout.requestId,
      amount: checkoutRequest.amount,
      customId: customIdOf(checkout.purchase),
      description: checkoutRequest.title,
    });
    const { approveUrl } = order;
    if (!approveUrl) throw conflict(purchaseMessages.beingPaid);
    const moment = now();
    const isStored = await commit(commerce, context, async (tx) => {
      const { session } = tx;
      if (!(await lockCheckout(connection, checkout, session))) return false;
      const mainLesson = requireForSale(
        await lockMainLesson(connection, checkoutRequest.mainLessonId, session),
      );
      if (mainLesson.price !== checkoutRequest.amount) return false;
      const email = await lockUser(connection, learner.userId, session);
      if (email === null) throw new ApiError(401, messages.auth.unauthenticated);
      const { title, description, imageCover } = mainLesson;
      const row: PurchaseRow = {
        _id: checkout.purchase,
        purchaseId: order.id,
        userId: learner.userId,
        userEmail: email ?? learner.email,
        mainLessonId: checkoutRequest.mainLessonId,
        snapshot: { title, description, imageCover },
        purchaseAmount: checkoutRequest.amount,
        refundedAmount: 0,
        paymentMethod: provider.name,
        platformType: checkoutRequest.platformType,
        ...paymentStatusFields('pending'),
        purchaseDate: moment,
        approveUrl,
        captureAttempts: 0,
        refunds: [],
        askAt: new Date(moment.getTime() + reconcileAfterMs),
        askedTimes: 0,
        version: 1,
        createdAt: moment,
        updatedAt: moment,
      };
      await insertPurchase(commerce, row, tx);
      return true;
    }).catch((error: unknown) => {
      // A concurrent request of the same learner has stored the same order.
      if (isDuplicateKey(error)) return false;
      throw error;
    });
    return isStored ? { id: order.id, status: order.status, approveUrl } : undefined;
  }

  /** Returns the existing order of a checkout if it can still be paid. Undefined when a new order is needed. */
  async function resumeOrder(
    row: PurchaseRow,
    checkoutRequest: CheckoutRequest,
    context: RequestContext,
  ): Promise<OrderResponse | undefined> {
    const refreshed = await payments.refresh(row, { capture: false, context });
    if (!refreshed.row) return undefined;
    if (isPaid(refreshed.row)) throw conflict(purchaseMessages.alreadyOwned);
    const { order } = refreshed;
    if (refreshed.row.statusGroup === 'pending' && refreshed.row.captureId)
      throw conflict(purchaseMessages.beingPaid);
    if (order && isPayable(refreshed.row, order) && row.purchaseAmount === checkoutRequest.amount)
      return { id: order.id, status: order.status, approveUrl: refreshed.row.approveUrl };
    const isEnded =
      refreshed.row.statusGroup !== 'pending' || (await payments.deleteUnpaid(row._id, context));
    if (!isEnded) throw conflict(purchaseMessages.beingPaid);
    return undefined;
  }

  return {
    /**
     * Creates an order for a main lesson at its price, or returns the learner's unpaid one.
     * @throws ApiError 404 when it is not published, 409 when it is free, owned or being paid, 503 without the provider
     */
    create: (
      learner: Learner,
      { mainLessonId, platformType }: BodyOf<typeof v1OrdersCreate>,
      context: RequestContext,
    ): Promise<OrderResponse> =>
      withProviderErrorMapping(commerce.logger, async () => {
        let endedCheckout: Checkout | undefined;
        for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
          const { title, price } = await loadMainLessonForSale(mainLessonId);
          const { userId } = learner;
          if (await ownsMainLesson(commerce, userId, mainLessonId))
            throw conflict(purchaseMessages.alreadyOwned);
          const checkoutRequest = { userId, mainLessonId, amount: price, title, platformType };
          const checkout = await findOrCreateCheckout(connection, checkoutRequest, now(), endedCheckout);
          endedCheckout = undefined;
          const row = await findPurchase(connection, { _id: checkout.purchase });
          const isCurrent =
            checkout.amount === price && now().getTime() - checkout.createdAt.getTime() < checkoutLifetimeMs;
          if (!row && !isCurrent) {
            endedCheckout = checkout;
            continue;
          }
          const response = row
            ? await resumeOrder(row, checkoutRequest, context)
            : await placeOrder(learner, checkout, checkoutRequest, context);
          if (response) return response;
          if (row) endedCheckout = checkout;
        }
        throw conflict(purchaseMessages.beingPaid);
      }),
  };
}

/** A main lesson that is for sale. @throws ApiError 404 when it is not published, 409 when it costs nothing */
export function requireForSale(mainLesson: MainLessonReplica | null): MainLessonReplica & { price: number } {
  if (mainLesson?.status !== 'published') throw notFound('Main lesson');
  const { free, price } = mainLesson;
  if (free || !price) throw conflict(purchaseMessages.notForSale);
  return { ...mainLesson, price };
}

/** Whether the payer can still approve the order, or has approved it and it is not captured yet. */
function isPayable(row: PurchaseRow, { status }: ProviderOrder): boolean {
  return row.captureId === undefined && !['VOIDED', 'COMPLETED'].includes(status);
}
