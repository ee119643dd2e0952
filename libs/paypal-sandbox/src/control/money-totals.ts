import type { Store } from '../store/store.ts';

/** Money in the currency's smallest unit (cents). */
export interface MoneyTotals {
  /** Of captures whose money came in, refunded since or not. */
  captured: number;
  refunded: number;
  /** What the merchant keeps, fees aside. */
  net: number;
  /** How many captures `captured` is the sum of. */
  captures: number;
}

/** The merchant's money by currency: `{USD: {captured: 1200, refunded: 600, net: 600, captures: 1}}`. */
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
