const usdFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$9.99`, from cents. */
export function formatCentsAsUsd(cents: number): string {
  return usdFormat.format(cents / 100);
}

/** Cents of what was typed into the price field, in US dollars; 0 for nothing. */
export function usdInputToCents(typed: string): number {
  return Math.round(Number(typed) * 100);
}
