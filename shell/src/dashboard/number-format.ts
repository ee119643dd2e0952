import { formatNumber } from '@khmer-learning/ui-kit';

const compact = { notation: 'compact', maximumFractionDigits: 2 } as const;
const usd = { style: 'currency', currency: 'USD' } as const;

/** A count in compact notation with up to 2 decimals: `1.23K`. */
export const formatCount = (count: number): string => formatNumber(count, compact);

/** An amount in USD, in compact notation like counts: `$1.23K`. */
export const formatCompactUsd = (amount: number): string =>
  formatNumber(amount, { ...compact, ...usd, minimumFractionDigits: 0 });

export const formatUsd = (amount: number): string => formatNumber(amount, usd);

export const formatPercent = (percent: number): string => formatNumber(percent / 100, { style: 'percent' });

/** `part` of `total` as a rounded percentage; 0 when `total` is 0. */
export function roundedPercent(part: number, total: number): number {
  return total === 0 ? 0 : Math.round((part / total) * 100);
}
