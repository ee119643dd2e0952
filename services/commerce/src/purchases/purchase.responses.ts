import {
  type Purchase,
  type PurchaseDetail,
  type purchaseEvent,
  type ResponseOf,
  type StateOf,
  uploadUrl,
  type v1PurchasesList,
} from '@khmer-learning/contracts';
import type { ReplicatedMainLesson } from '../replicas/replicas.ts';
import type { PurchaseRow } from './purchase-status.ts';

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

/** A purchase in the console's list. */
export function toPurchase(row: PurchaseRow): Purchase {
  return { ...toPurchaseState(row), version: row.version };
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
