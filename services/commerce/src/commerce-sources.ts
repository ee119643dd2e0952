import { purchaseEvent } from '@khmer-learning/contracts';
import { entitySource, type PresentStateSource } from '@khmer-learning/service-kit';
import { toPurchaseState } from './purchases/purchase.queries.ts';
import type { PurchaseRow } from './purchases/purchase-status.ts';

export function commerceSources(): readonly PresentStateSource[] {
  return [entitySource<PurchaseRow, typeof purchaseEvent>('purchases', purchaseEvent, toPurchaseState)];
}
