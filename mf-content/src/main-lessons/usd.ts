const usdFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats cents as US dollars: `$9.99`. */
export function formatCentsAsUsd(cents: number): string {
  return usdFormat.format(cents / 100);
}

/** Converts a typed amount in US dollars to cents; 0 for an empty field. */
export function usdInputToCents(typed: string): number {
  return Math.round(Number(typed) * 100);
}
