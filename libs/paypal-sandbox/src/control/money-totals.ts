import type { Store } from '../store/store.ts';

/** Money in the currency's smallest unit (cents). */
export interface MoneyTotals {
  /** Sum of successful captures, whether refunded later or not. */
  captured: number;
  refunded: number;
  /** Captured minus refunded, without fees. */
  net: number;
  /** Number of captures in `captured`. */
  captures: number;
}

/** Computes the merchant's totals by currency: `{USD: {captured: 1200, refunded: 600, net: 600, captures: 1}}`. */
export function computeTotals(store: Store): Record<string, MoneyTotals> {
  const totals: Record<string, MoneyTotals> = {};
  for (const { status, amount, refundedMinor } of store.all('captures')) {
    if (status === 'PENDING' || status === 'DECLINED' || status === 'FAILED') continue;
    const { currency, minor } = amount;
    const sum = totals[currency] ?? { captured: 0, refunded: 0, net: 0, captures: 0 };
    totals[currency] = {
      captured: sum.captured + minor,
      refunded: sum.refunded + refundedMinor,
      net: sum.net + minor - refundedMinor,
      captures: sum.captures + 1,
    };
  }
  return totals;
}
