/** `9.99`, from cents, for the amount field. */
export function centsToUsdInput(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Digits with up to two decimals and optional thousands separators: `1,250`, `4.9`, `.50`. */
const amountPattern = /^(?:(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{0,2}))?|\.(\d{1,2}))$/;

/** Converts an amount typed in US dollars to exact cents; null if it is not an amount. */
export function parseUsdInput(typed: string): number | null {
  const found = amountPattern.exec(typed.trim().replace(/^\$\s*/, ''));
  if (found === null) return null;
  const [, whole = '0', decimals, onlyDecimals] = found;
  const cents = (decimals ?? onlyDecimals ?? '').padEnd(2, '0');
  return Number(whole.replaceAll(',', '')) * 100 + Number(cents);
}
