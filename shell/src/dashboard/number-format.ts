const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });
const compactUsd = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
});
const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A count in compact notation with up to 2 decimals (spec 9): `1.23K`. */
export const formatCount = (count: number): string => compact.format(count);

/** An amount in USD, in compact notation like counts: `$1.23K`. */
export const formatCompactUsd = (amount: number): string => compactUsd.format(amount);

/** A price in USD: `$4.20`. */
export const formatUsd = (amount: number): string => usd.format(amount);

/** `part` of `total` as a rounded percentage; 0 when `total` is 0. */
export function roundedPercent(part: number, total: number): number {
  return total === 0 ? 0 : Math.round((part / total) * 100);
}
