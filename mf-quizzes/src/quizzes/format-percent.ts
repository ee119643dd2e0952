import { formatNumber } from '@khmer-learning/ui-kit';

/** A share of 0 to 100 as a whole number of percent: `63%`. */
export const formatPercent = (share: number): string =>
  formatNumber(Math.round(share) / 100, { style: 'percent' });
