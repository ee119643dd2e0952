/** Formats cents as a PayPal amount in USD: 499 becomes `4.99`. */
export function centsToDecimal(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/**
 * Parses a PayPal amount (`4.99`, `5.00`, `5`) to cents.
 *
 * @returns NaN for any other text, so that it never equals an expected amount
 */
export function decimalToCents(value: string): number {
  const match = /^(\d{1,10})(?:\.(\d{2}))?$/.exec(value);
  return match ? Number(match[1]) * 100 + Number(match[2] ?? 0) : Number.NaN;
}
