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
  type RequestContext,
  commit,
  conflict,
  isDuplicateKey,
  notFound,
} from '@khmer-learning/service-kit';
import { holdMainLesson, holdUser, type MainLesson, readMainLesson } from '../copies/copies.ts';
import type { Payments } from '../payments/payment.service.ts';
import { askingProvider } from '../payments/provider-failures.ts';
import type { ProviderOrder } from '../provider/provider.ts';
import { findPurchase, ownsMainLesson } from '../purchases/purchase.queries.ts';
import { customIdOf, isPaid, type PurchaseRow, withStatus } from '../purchases/purchase-status.ts';
import { addPurchase } from '../purchases/purchase-writes.ts';
import type { CommerceStore } from '../store/commerce-store.ts';
import { type Checkout, holdCheckout, openCheckout, type Wanted } from './checkout.ts';

type OrderAnswer = ResponseOf<typeof v1OrdersCreate>['data'];

/** Beginning purchases. */
export interface OrderService {
  /**
   * Orders a paid main lesson at its present price. A learner who has an unpaid order for it gets that one again.
   *
   * @throws ApiError 404 when it is not published, 409 when it is free or owned already
   */
  create(learner: Learner, body: BodyOf<typeof v1OrdersCreate>, context: RequestContext): Promise<OrderAnswer>;
}

/** A checkout that has not become a purchase by then never will: its request id may be forgotten at the provider's. */
const checkoutLivesMs = 60 * 60_000;
const mostTries = 5;

/** @param mainLessonHeard waits a moment for a main lesson of which nothing has been heard */
export function createOrderService(
  store: CommerceStore,
  payments: Payments,
  mainLessonHeard: (id: number) => Promise<void>,
): OrderService {
  const { connection, provider, now } = store;

  async function priceOf(id: number): Promise<{ mainLesson: MainLesson; price: number }> {
    let mainLesson = await readMainLesson(connection, id);
    if (!mainLesson) {
      await mainLessonHeard(id);
      mainLesson = await readMainLesson(connection, id);
    }
    return { mainLesson: forSale(mainLesson), price: forSale(mainLesson).price };
  }

  /** Makes the provider's order, then the purchase; undefined when something has come in between. */
  async function begin(
    learner: Learner,
    checkout: Checkout,
    wanted: Wanted & { title: string; platformType: string },
    context: RequestContext,
  ): Promise<OrderAnswer | undefined> {
    const order = await provider.createOrder({
      requestId: checkout.requestId,
      amount: wanted.amount,
      customId: customIdOf(checkout.purchase),
      description: wanted.title,
    });
    const { approveUrl } = order;
    if (!approveUrl) throw conflict(purchaseMessages.beingPaid);
    const moment = now();
    const isStored = await commit(store, context, async (tx) => {
      const { session } = tx;
      if (!(await holdCheckout(connection, checkout, session))) return false;
      const mainLesson = forSale(await holdMainLesson(connection, wanted.mainLessonId, session));
      if (mainLesson.price !== wanted.amount) return false;
      const email = await holdUser(connection, learner.userId, session);
      if (email === null) throw new ApiError(401, messages.auth.unauthenticated);
      const { title, description, imageCover } = mainLesson;
      const row: PurchaseRow = {
        _id: checkout.purchase,
        purchaseId: order.id,
        userId: learner.userId,
        userEmail: email ?? learner.email,
        mainLessonId: wanted.mainLessonId,
        snapshot: { title, description, imageCover },
        purchaseAmount: wanted.amount,
        refundedAmount: 0,
        paymentMethod: provider.name,
        platformType: wanted.platformType,
        ...withStatus('pending'),
        purchaseDate: moment,
        approveUrl,
        captureAttempts: 0,
        refunds: [],
        askAt: new Date(moment.getTime() + store.reconcileAfterMs),
        askedTimes: 0,
        version: 1,
        createdAt: moment,
        updatedAt: moment,
      };
      await addPurchase(store, row, tx);
      return true;
    }).catch((error: unknown) => {
      // The same order, by another request of the same learner.
      if (isDuplicateKey(error)) return false;
      throw error;
    });
    return isStored ? { id: order.id, status: order.status, approveUrl } : undefined;
  }

  /** What to do with the purchase that a checkout has become: go on with it, or begin anew. */
  async function goOn(
    row: PurchaseRow,
    wanted: Wanted,
    context: RequestContext,
  ): Promise<OrderAnswer | undefined> {
    const fresh = await payments.refresh(row, { capture: false, context });
    if (!fresh.row) return undefined;
    if (isPaid(fresh.row)) throw conflict(purchaseMessages.alreadyOwned);
    const { order } = fresh;
    if (fresh.row.statusGroup === 'pending' && fresh.row.captureId)
      throw conflict(purchaseMessages.beingPaid);
    if (order && isPayable(fresh.row, order) && row.purchaseAmount === wanted.amount)
      return { id: order.id, status: order.status, approveUrl: fresh.row.approveUrl };
    const isOver = fresh.row.statusGroup !== 'pending' || (await payments.drop(row._id, context));
    if (!isOver) throw conflict(purchaseMessages.beingPaid);
    return undefined;
  }

  return {
    create: (learner, { mainLessonId, platformType }, context) =>
      askingProvider(store.logger, async () => {
        let over: Checkout | undefined;
        for (let tries = 0; tries < mostTries; tries += 1) {
          const { mainLesson, price } = await priceOf(mainLessonId);
          const { userId } = learner;
          if (await ownsMainLesson(connection, userId, mainLessonId))
            throw conflict(purchaseMessages.alreadyOwned);
          const wanted = { userId, mainLessonId, amount: price, title: mainLesson.title, platformType };
          const checkout = await openCheckout(connection, wanted, now(), over);
          over = undefined;
          const row = await findPurchase(connection, { _id: checkout.purchase });
          const isCurrent =
            checkout.amount === price && now().getTime() - checkout.createdAt.getTime() < checkoutLivesMs;
          if (!row && !isCurrent) {
            over = checkout;
            continue;
          }
          const answer = row
            ? await goOn(row, wanted, context)
            : await begin(learner, checkout, wanted, context);
          if (answer) return answer;
          if (row) over = checkout;
        }
        throw conflict(purchaseMessages.beingPaid);
      }),
  };
}

/** @throws ApiError 404 when it is not published, 409 when it costs nothing */
function forSale(mainLesson: MainLesson | null): MainLesson & { price: number } {
  if (mainLesson?.status !== 'published') throw notFound('Main lesson');
  const { free, price } = mainLesson;
  if (free || !price) throw conflict(purchaseMessages.notForSale);
  return { ...mainLesson, price };
}

/** Whether the payer can still agree, or has agreed and the money is not taken. */
function isPayable(row: PurchaseRow, { status }: ProviderOrder): boolean {
  return row.captureId === undefined && !['VOIDED', 'COMPLETED'].includes(status);
}
