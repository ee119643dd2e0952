import {
  type BodyOf,
  grantedMethod,
  type PurchaseDetail,
  purchaseEvent,
  purchaseMessages,
  type purchasesGrant,
  type purchasesRevoke,
} from '@khmer-learning/contracts';
import {
  ApiError,
  commit,
  conflict,
  nextId,
  notFound,
  type RequestContext,
} from '@khmer-learning/service-kit';
import type { CommerceContext } from '../context/commerce-context.ts';
import { requireForSale } from '../orders/order.service.ts';
import { lockMainLesson, lockUser } from '../replicas/replicas.ts';
import { insertPurchase, ownsMainLesson, readPurchaseDetail, updatePurchase } from './purchase.queries.ts';
import { type PurchaseRow, withAccessEnded } from './purchase-status.ts';

/** Grants a learner access. @throws ApiError 400 for an end in the past, 404, 409 when it is free or the learner has access */
export async function grantAccess(
  commerce: CommerceContext,
  { userId, mainLessonId, reason, accessEndsAt }: BodyOf<typeof purchasesGrant>,
  context: RequestContext,
): Promise<PurchaseDetail> {
  const { connection, now } = commerce;
  const moment = now();
  const end = accessEndsAt === undefined ? undefined : new Date(accessEndsAt);
  if (end && end <= moment) throw new ApiError(400, purchaseMessages.endInPast);
  const id = await nextId(connection, 'purchase');
  const granted = await commit(commerce, context, async (tx) => {
    // The lock also excludes another grant to the same learner.
    const userEmail = await lockUser(connection, userId, tx.session);
    if (!userEmail) throw notFound('Learner');
    const { title, description, imageCover } = requireForSale(
      await lockMainLesson(connection, mainLessonId, tx.session),
    );
    if (await ownsMainLesson(commerce, userId, mainLessonId, tx.session))
      throw conflict(purchaseMessages.learnerOwns);
    const row: PurchaseRow = {
      _id: id,
      purchaseId: `${grantedMethod}-${id}`,
      userId,
      userEmail,
      mainLessonId,
      snapshot: { title, description, imageCover },
      purchaseAmount: 0,
      refundedAmount: 0,
      paymentMethod: grantedMethod,
      platformType: '',
      paymentStatus: 'completed',
      statusGroup: 'granted',
      purchaseDate: moment,
      ...(end ? { accessEndsAt: end } : {}),
      grant: { reason, by: context.actor?.id ?? null },
      approveUrl: '',
      captureAttempts: 0,
      refunds: [],
      askedTimes: 0,
      version: 1,
      createdAt: moment,
      updatedAt: moment,
    };
    await insertPurchase(commerce, row, tx);
    tx.audit(purchaseEvent, { action: 'access-granted', id, title: userEmail, detail: title });
    return row;
  });
  return readPurchaseDetail(commerce, granted);
}

/** Ends access that was granted. @throws ApiError 404, 409 when it was not granted or has ended */
export async function revokeAccess(
  commerce: CommerceContext,
  id: number,
  { reason }: BodyOf<typeof purchasesRevoke>,
  context: RequestContext,
): Promise<PurchaseDetail> {
  const revoked = await updatePurchase(
    commerce,
    context,
    id,
    (current) => {
      const { grant } = current;
      if (!grant) throw conflict(purchaseMessages.notGranted);
      if (withAccessEnded(current, commerce.now()).paymentStatus !== 'completed')
        throw conflict(purchaseMessages.grantEnded);
      const revocation = reason === undefined ? {} : { revocationReason: reason };
      return { ...current, paymentStatus: 'revoked', grant: { ...grant, ...revocation } };
    },
    (tx, _before, { userEmail, snapshot }) =>
      tx.audit(purchaseEvent, { action: 'access-revoked', id, title: userEmail, detail: snapshot.title }),
  );
  if (!revoked) throw notFound('Purchase');
  return readPurchaseDetail(commerce, revoked);
}
