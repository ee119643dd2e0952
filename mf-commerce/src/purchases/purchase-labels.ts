import {
  failedPaymentsFilter,
  type PaymentStatusGroup,
  paymentStatusFilters,
  paymentStatusGroupOf,
  purchaseDateFilters,
} from '@khmer-learning/contracts';
import type { SelectOption, Tone } from '@khmer-learning/ui-kit';

/** The colour of each group of payment statuses (spec 4; decisions, Purchases). */
const groupTones: Readonly<Record<PaymentStatusGroup, Tone>> = {
  completed: 'green',
  pending: 'yellow',
  refund: 'greyBlue',
  cancelled: 'grey',
  failed: 'red',
};

/** The colour of a stored payment status; undefined for one that belongs to no group. */
export function paymentStatusTone(status: string): Tone | undefined {
  const group = paymentStatusGroupOf(status);
  return group === undefined ? undefined : groupTones[group];
}

/** The options of the status filter (spec 2.13), and the one for failed payments if it is `chosen` by an address. */
export function paymentStatusOptions(chosen: string | undefined): SelectOption[] {
  const values = [
    ...paymentStatusFilters,
    ...(chosen === failedPaymentsFilter ? [failedPaymentsFilter] : []),
  ];
  return values.map((value) => ({ value, label: value }));
}

/** `last-7-days` reads `Last 7 days`. */
function formatDateFilter(filter: string): string {
  const text = filter.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const purchaseDateOptions: readonly SelectOption[] = purchaseDateFilters.map((value) => ({
  value,
  label: formatDateFilter(value),
}));

const displayNames: Readonly<Record<string, string>> = {
  paypal: 'PayPal',
  web: 'Web',
  ios: 'iOS',
  android: 'Android',
};

/** The display name of a payment method or platform; an unknown value is returned unchanged. */
export function displayName(stored: string): string {
  return displayNames[stored.toLowerCase()] ?? stored;
}
