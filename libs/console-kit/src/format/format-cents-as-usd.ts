import { priceCurrency } from '@khmer-learning/contracts';

const usdFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: priceCurrency });

/** Formats cents as US dollars: `$9.99`. */
export function formatCentsAsUsd(cents: number): string {
  return usdFormat.format(cents / 100);
}
