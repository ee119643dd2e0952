import { ownershipOf, surrogateKeys } from '@khmer-learning/contracts';
import type { StoredPurchase } from './purchase.model.ts';

type OwningPurchase = Pick<StoredPurchase, 'userId' | 'mainLessonId' | 'paymentStatus'>;

/** The keys of the purchases of learners who gain or lose ownership. @param before null if new @param after if deleted */
export function purchaseChangeKeys(
  before: OwningPurchase | null,
  after: OwningPurchase | null,
): readonly string[] {
  const former = before && ownershipOf(before);
  const current = after && ownershipOf(after);
  if (former?.userId === current?.userId && former?.mainLessonId === current?.mainLessonId) return [];
  return [former, current].flatMap((owned) => (owned ? [surrogateKeys.purchasesOf(owned.userId)] : []));
}
