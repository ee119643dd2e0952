import { ownershipOf, surrogateKeys } from '@khmer-learning/contracts';
import type { StoredPurchase } from './purchase.model.ts';

type OwningPurchase = Pick<StoredPurchase, 'userId' | 'mainLessonId' | 'paymentStatus'>;

/**
 * The surrogate keys that a change of a purchase purges: the purchases of every learner who gains or loses ownership.
 *
 * @param before null for a new purchase
 * @param after null for a deleted one
 */
export function purchaseChangeKeys(
  before: OwningPurchase | null,
  after: OwningPurchase | null,
): readonly string[] {
  const former = before && ownershipOf(before);
  const current = after && ownershipOf(after);
  if (former?.userId === current?.userId && former?.mainLessonId === current?.mainLessonId) return [];
  return [former, current].flatMap((owned) => (owned ? [surrogateKeys.purchasesOf(owned.userId)] : []));
}
