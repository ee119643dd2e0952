import { priceCurrency } from '@khmer-learning/contracts';
import { formatNumber } from '@khmer-learning/ui-kit';

/** Formats cents as US dollars, in the numerals of the page: `$9.99`. */
export function formatCentsAsUsd(cents: number): string {
  return formatNumber(cents / 100, { style: 'currency', currency: priceCurrency });
}
