import {
  failedPaymentsFilter,
  grantedMethod,
  type PaymentStatusGroup,
  type Purchase,
  type PurchaseDateFilter,
  paymentStatusFilters,
  paymentStatusGroupOf,
  pendingRefundsFilter,
  purchaseDateFilters,
} from '@khmer-learning/contracts';
import type { SelectOption, Tone } from '@khmer-learning/ui-kit';
import { message } from '../messages/messages.ts';

const groupTones: Readonly<Record<PaymentStatusGroup, Tone>> = {
  completed: 'green',
  pending: 'yellow',
  refund: 'greyBlue',
  cancelled: 'grey',
  failed: 'red',
};

/** The status to show of a purchase: access that was granted and has not ended is `granted`. */
export const shownStatus = ({ paymentMethod, paymentStatus }: Purchase): string =>
  paymentMethod === grantedMethod && paymentStatus === 'completed' ? grantedMethod : paymentStatus;

/** The colour of a shown payment status; undefined for one that belongs to no group. */
export function paymentStatusTone(status: string): Tone | undefined {
  if (status === grantedMethod) return 'greyBlue';
  const group = paymentStatusGroupOf(status);
  return group === undefined ? undefined : groupTones[group];
}

const statusIds = {
  completed: 'paymentStatus.completed',
  complete: 'paymentStatus.complete',
  pending: 'paymentStatus.pending',
  pending_refund: 'paymentStatus.pendingRefund',
  created: 'paymentStatus.created',
  saved: 'paymentStatus.saved',
  approved: 'paymentStatus.approved',
  payer_action_required: 'paymentStatus.payerActionRequired',
  refund: 'paymentStatus.refund',
  refunded: 'paymentStatus.refunded',
  partially_refunded: 'paymentStatus.partiallyRefunded',
  cancel: 'paymentStatus.cancel',
  cancelled: 'paymentStatus.cancelled',
  voided: 'paymentStatus.voided',
  declined: 'paymentStatus.declined',
  failed: 'paymentStatus.failed',
  denied: 'paymentStatus.denied',
  reversed: 'paymentStatus.reversed',
  granted: 'paymentStatus.granted',
  revoked: 'paymentStatus.revoked',
  expired: 'paymentStatus.expired',
} as const;

const hasName = (status: string): status is keyof typeof statusIds => Object.hasOwn(statusIds, status);

/** The label of a shown payment status, for `StatusBadge`; none for one that is not known. */
export const paymentStatusLabel = (status: string): { label?: string } =>
  hasName(status) ? { label: message(statusIds[status]) } : {};

const filterIds = {
  Completed: 'paymentStatusFilter.completed',
  Pending: 'paymentStatusFilter.pending',
  Refund: 'paymentStatusFilter.refund',
  Granted: 'paymentStatusFilter.granted',
  Failed: 'paymentStatusFilter.failed',
  RefundPending: 'paymentStatusFilter.refundPending',
} as const;

const toFilterOption = (value: keyof typeof filterIds): SelectOption => ({
  value,
  label: message(filterIds[value]),
});

/** The options of the status filter, and the one that is `chosen` by an address: failed payments or pending refunds. */
export function paymentStatusOptions(chosen: string | undefined): SelectOption[] {
  const addressed = ([failedPaymentsFilter, pendingRefundsFilter] as const).filter(
    (filter) => filter === chosen,
  );
  return [...paymentStatusFilters, ...addressed].map(toFilterOption);
}

const dateIds = {
  today: 'purchaseDate.today',
  yesterday: 'purchaseDate.yesterday',
  'this-week': 'purchaseDate.thisWeek',
  'this-month': 'purchaseDate.thisMonth',
  'this-year': 'purchaseDate.thisYear',
  'last-week': 'purchaseDate.lastWeek',
  'last-month': 'purchaseDate.lastMonth',
  'last-year': 'purchaseDate.lastYear',
  'last-7-days': 'purchaseDate.last7Days',
  'last-30-days': 'purchaseDate.last30Days',
  'last-90-days': 'purchaseDate.last90Days',
} as const satisfies Record<PurchaseDateFilter, string>;

export const purchaseDateOptions = (): SelectOption[] =>
  purchaseDateFilters.map((value) => ({ value, label: message(dateIds[value]) }));

/** What a purchase is called in labels of buttons: `the purchase of dara@khmer.local`. */
export const purchaseName = ({ userEmail }: Purchase): string =>
  message('purchase.name', { email: userEmail });

const displayNames: Readonly<Record<string, string>> = {
  paypal: 'PayPal',
  ios: 'iOS',
  android: 'Android',
};

/** The display name of a payment method or platform; an unknown value is returned unchanged. */
export function displayName(stored: string): string {
  const lowerCase = stored.toLowerCase();
  if (lowerCase === grantedMethod) return message('paymentMethod.granted');
  return lowerCase === 'web' ? message('platform.web') : (displayNames[lowerCase] ?? stored);
}
