/** Cents as PayPal writes an amount of USD: 499 is `4.99`. */
export function centsToDecimal(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/**
 * The cents of an amount as PayPal writes it: `4.99`, `5.00`, `5`.
 *
 * @returns NaN when it is no such amount: it equals none then
 */
export function decimalToCents(value: string): number {
  const match = /^(\d{1,10})(?:\.(\d{2}))?$/.exec(value);
  return match ? Number(match[1]) * 100 + Number(match[2] ?? 0) : Number.NaN;
}
