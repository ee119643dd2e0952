import { priceCurrency } from '@khmer-learning/contracts';
import { formatNumber } from '@khmer-learning/ui-kit';

/** Formats cents as US dollars, with the page's numerals: `$9.99`. Call it while rendering. */
export function formatCentsAsUsd(cents: number): string {
  return formatNumber(cents / 100, { style: 'currency', currency: priceCurrency });
}
