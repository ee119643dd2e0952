import { trimInvisible } from '@khmer-learning/khmer-text';
import { z } from 'zod';
import { mainLessonSchema } from '../content/main-lesson.ts';
import { endpoint } from '../core/endpoint.ts';
import { eventDefinition, type StateOf } from '../core/event.ts';
import {
  enumFilter,
  idFilter,
  idParams,
  isoDate,
  listTotalFields,
  messageResponse,
  pagingFields,
  requiredText,
  searchFilter,
  sortParam,
  v1PagingFields,
} from '../core/fields.ts';
import { v1Envelope, v1ListEnvelope } from '../v1/content.ts';

const service = 'commerce';
const admin = { service, access: 'admin' } as const;
const anyone = { service, access: 'public' } as const;

/** Calls that use the payment provider may take longer: they make two or three requests over the internet. */
const responseTimeoutMs = 25_000;

/** The currency of every price. */
export const priceCurrency = 'USD';

/** The payment status filters that the console offers. */
export const paymentStatusFilters = ['Completed', 'Pending', 'Refund', 'Granted'] as const;

/** The filter for payments that failed. The console offers it only while an address asks for it: the dashboard's. */
export const failedPaymentsFilter = 'Failed';

/** The filter for refunds that the payment provider has not confirmed, which the console offers in the same way. */
export const pendingRefundsFilter = 'RefundPending';

/** The date filters that the console offers, except `all`, in `TIME_ZONE`. `last-N-days` includes today; weeks start on Monday. */
export const purchaseDateFilters = [
  'today',
  'yesterday',
  'this-week',
  'this-month',
  'this-year',
  'last-week',
  'last-month',
  'last-year',
  'last-7-days',
  'last-30-days',
  'last-90-days',
] as const;
export type PurchaseDateFilter = (typeof purchaseDateFilters)[number];

/**
 * Groups of stored statuses. Badges, filters and totals use only these groups. A status that
 * is in no group is shown unchanged.
 */
const paymentStatusGroups = {
  completed: ['completed', 'complete'],
  pending: ['pending', 'pending_refund', 'created', 'saved', 'approved', 'payer_action_required'],
  refund: ['refund', 'refunded', 'partially_refunded'],
  cancelled: ['cancel', 'cancelled', 'voided'],
  failed: ['declined', 'failed', 'denied', 'reversed'],
} as const satisfies Record<string, readonly string[]>;
export type PaymentStatusGroup = keyof typeof paymentStatusGroups;

/** The group of a stored status (case-insensitive), or undefined when the status is in no group. */
export function paymentStatusGroupOf(status: string): PaymentStatusGroup | undefined {
  const lower = status.toLowerCase();
  for (const [group, statuses] of Object.entries(paymentStatusGroups))
    if (statuses.some((known) => known === lower)) return group as PaymentStatusGroup;
  return undefined;
}

/** Statuses that give the learner access: a partial refund keeps the access, a full refund does not. */
export const ownershipStatuses = ['completed', 'complete', 'partially_refunded'] as const;

/** Status of a refund that was accepted and that the provider has not answered yet. */
export const pendingRefundStatus = 'pending_refund';

/**
 * The payment method of access that an admin has granted. Nothing was paid: it is no completed sale and counts in no
 * revenue. Its status is `completed`, then `revoked` or `expired`.
 */
export const grantedMethod = 'granted';

export const purchaseMessages = {
  alreadyOwned: 'You already own this main lesson',
  beingPaid: 'A payment for this main lesson is being processed',
  notForSale: 'This main lesson is free',
  notApproved: 'The payment has not been approved yet',
  declined: 'The payment was declined',
  mismatch: 'The payment does not match the purchase',
  hintContradicted: 'The payment provider did not confirm this payment status',
  ended: 'This order is no longer valid. Please order again.',
  refused: 'The payment provider declined this request',
  notPending: 'Only a pending purchase can be cancelled',
  cancelled: 'Purchase cancelled',
  statusStored: 'Payment status updated successfully',
  overRefund: 'The refund exceeds the remaining refundable amount',
  notRefundable: 'Only a completed payment can be refunded',
  refundNotSettled:
    'An earlier refund of this payment is still being processed. Try again in a minute, or request the same amount again.',
  refundPending:
    'An earlier refund of this payment is pending. Withdraw it, or wait until it has been sent, and try again.',
  refundBeingSent:
    'This refund is being sent to the payment provider. If it turns out that it was not made, it can be withdrawn.',
  refundSent: 'This refund has been sent to the payment provider and can no longer be withdrawn',
  providerDown: 'The payment provider cannot be reached. Try again in a moment.',
  badSignature: 'The signature is not valid',
  learnerOwns: 'This learner already has access to this main lesson',
  endInPast: 'The end must be in the future',
  grantNotRefundable: 'Access that was granted cannot be refunded. Revoke it instead.',
  notGranted: 'Only access that was granted can be revoked',
  grantEnded: 'This access has already ended',
} as const;

const purchaseSchema = z.object({
  id: z.number().int(),
  /** The provider's order id: the `token` of the return pages. */
  purchaseId: z.string(),
  userId: z.number().int().nullable(),
  userEmail: z.string(),
  /** null when the main lesson has been deleted. */
  mainLessonId: z.number().int().nullable(),
  /** Cents, USD. */
  purchaseAmount: z.number().int(),
  /** Refunded so far, in cents. */
  refundedAmount: z.number().int(),
  /** Accepted refunds that the provider has not confirmed yet, in cents; absent without any. */
  pendingRefundAmount: z.number().int().optional(),
  paymentMethod: z.string(),
  platformType: z.string(),
  /** The provider's status, in lower case. */
  paymentStatus: z.string(),
  purchaseDate: isoDate,
  /** When access that was granted ends; absent without an end, and for what was paid. */
  accessEndsAt: isoDate.optional(),
  version: z.number().int(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Purchase = z.infer<typeof purchaseSchema>;

/** A purchase in the history. `email` repeats `userEmail` for other clients of this API. */
export const purchaseRowSchema = purchaseSchema.extend({
  email: z.string(),
  /** The main lesson's title when it was bought. */
  mainLessonTitle: z.string().optional(),
});
export type PurchaseRow = z.infer<typeof purchaseRowSchema>;

/** The main lesson in the detail dialog, in its current state, read from commerce's replica. */
const purchasedMainLessonSchema = mainLessonSchema.pick({
  id: true,
  title: true,
  description: true,
  imageCoverUrl: true,
  free: true,
  price: true,
});

export const refundSchema = z.object({
  id: z.string(),
  /** Cents. */
  amount: z.number().int(),
  reason: z.string().nullable(),
  /** The provider's status, in lower case, or `pending_refund`; `failed` also when the provider has rejected it. */
  status: z.string(),
  /** Whether it has not been sent to the provider, so that it can be withdrawn. */
  canWithdraw: z.boolean(),
  createdAt: isoDate,
});

const purchaseDetailSchema = purchaseSchema.extend({
  /** null: `No main lesson found`. */
  mainLesson: purchasedMainLessonSchema.nullable(),
  refunds: z.array(refundSchema),
  /** Of access that was granted. `grantedBy` is the email address of the admin; null when the account was deleted. */
  grant: z
    .object({ reason: z.string(), grantedBy: z.string().nullable(), revocationReason: z.string().optional() })
    .optional(),
});
export type PurchaseDetail = z.infer<typeof purchaseDetailSchema>;

const filters = {
  payment_status: enumFilter([...paymentStatusFilters, failedPaymentsFilter, pendingRefundsFilter]),
  purchase_date: enumFilter(purchaseDateFilters),
  /** Matches the beginning of any word of the email address, and of the main lesson's title when it was bought. */
  search: searchFilter,
};

/** What the purchase history can be sorted by; by status, the newest of each come first. */
export const purchaseSorts = ['date', 'amount', 'status', 'email'] as const;

export const purchasesList = endpoint({
  ...admin,
  id: 'purchases.list',
  method: 'GET',
  path: '/api/purchase_history',
  aliases: ['/api/purchase-history'],
  summary: 'Purchase history, newest first',
  query: z.object({ ...filters, userId: idFilter, sort: sortParam(purchaseSorts), ...pagingFields }),
  response: z.object({ data: z.array(purchaseRowSchema), ...listTotalFields }),
});

/** All rows that match the filters, without paging, as CSV (UTF-8 with a byte order mark). */
export const purchasesExport = endpoint({
  ...admin,
  id: 'purchases.export',
  method: 'GET',
  path: '/api/purchase_history/export',
  aliases: ['/api/purchase-history/export'],
  recentProof: true,
  summary: 'Purchase history as CSV',
  query: z.object(filters),
  responseType: 'binary',
  response: z.unknown(),
});

export const purchasesGet = endpoint({
  ...admin,
  id: 'purchases.get',
  method: 'GET',
  path: '/api/purchase_history/:id',
  aliases: ['/api/purchase-history/:id'],
  summary: 'One purchase',
  params: idParams,
  response: purchaseDetailSchema,
});

/** Maximum number of purchases that `mainLessonSales` reads. */
export const maxCountedPurchases = 10_000;

/**
 * The learners who have paid for a main lesson and can open it, and what they have paid: for the question before it is
 * deleted or its price changes. Refunds are deducted. Reads at most `maxCountedPurchases` purchases.
 */
export const mainLessonSales = endpoint({
  id: 'mainLessons.sales',
  service,
  method: 'GET',
  path: '/api/main-lessons/:id/sales',
  access: 'session',
  summary: 'Learners who have paid for a main lesson',
  params: idParams,
  response: z.object({
    learners: z.number().int(),
    /** Cents, USD; only for admins. */
    paid: z.number().int().optional(),
    /** There are more: counting stopped here. */
    isMinimum: z.literal(true).optional(),
  }),
});

/** PayPal's order ids have 17 characters; the limit of 64 leaves room for other providers. */
const providerId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'Invalid payment token');

/** Captures the payment of an approved order. Idempotent: the payment is captured once. */
export const ordersCapture = endpoint({
  ...anyone,
  id: 'orders.capture',
  responseTimeoutMs,
  method: 'POST',
  path: '/api/orders/:token/capture',
  summary: 'Capture an approved order',
  params: z.object({ token: providerId }),
  /** `id` is the order's id. `status` is the capture's status, in upper case as the provider returns it. */
  response: z.object({ id: z.string(), status: z.string() }),
});

const paymentStatusSchema = z.object({ purchaseId: z.string(), paymentStatus: z.string() });

/** `paymentStatus` is only a hint: the server stores and returns the provider's status. */
export const purchasesSyncPaymentStatus = endpoint({
  ...anyone,
  id: 'purchases.paymentStatus',
  responseTimeoutMs,
  method: 'PATCH',
  path: '/api/lessons/purchase/:id/payment-status',
  summary: "Update a purchase's payment status from the provider",
  params: z.object({ id: providerId }),
  body: z.object({
    paymentStatus: z
      .string({ error: 'Payment status is required' })
      .min(1)
      .max(50, 'Must be at most 50 characters'),
  }),
  /** `data` repeats the values for other clients. Nothing personal: anyone may call this. */
  response: paymentStatusSchema.extend({ message: z.string(), data: paymentStatusSchema }),
});

/** Deletes a pending purchase that the provider has not captured. Any other purchase: 409. */
export const purchasesCancel = endpoint({
  ...anyone,
  id: 'purchases.cancel',
  responseTimeoutMs,
  method: 'DELETE',
  path: '/api/lessons/purchase/:token',
  summary: 'Cancel a pending purchase',
  params: z.object({ token: providerId }),
  response: messageResponse,
});

/** From so many cents on, a refund needs a recent proof of who makes it. */
export const refundProofCents = 5_000;

/**
 * `purchaseId` is the purchase's id, the order's id or the capture's id. Without `amount`, refunds the remaining
 * amount. 202: the provider could not be reached or has not confirmed the refund. It is then pending and is sent later
 * without another request, unless it is withdrawn before.
 */
export const purchasesRefund = endpoint({
  ...admin,
  id: 'purchases.refund',
  responseTimeoutMs,
  method: 'POST',
  path: '/api/payments/captures/:purchaseId/refund',
  summary: 'Refund a payment in full or in part',
  params: z.object({ purchaseId: providerId }),
  body: z.object({
    /** Cents. */
    amount: z
      .number({ error: 'Amount must be a whole number of cents' })
      .int('Amount must be a whole number of cents')
      .min(1, 'Amount must be more than 0')
      .optional(),
    reason: z.string({ error: 'Reason must be text' }).max(255, 'Must be at most 255 characters').optional(),
  }),
  response: purchaseDetailSchema,
});

/** Withdraws a pending refund that has not been sent to the provider. 409 once it has been sent. */
export const purchasesWithdrawRefund = endpoint({
  ...admin,
  id: 'purchases.withdrawRefund',
  method: 'DELETE',
  path: '/api/purchase_history/:id/refunds/:refundId',
  aliases: ['/api/purchase-history/:id/refunds/:refundId'],
  summary: 'Withdraw a pending refund',
  params: idParams.extend({ refundId: z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'Invalid refund id') }),
  response: purchaseDetailSchema,
});

const mainLessonId = z.number({ error: 'Main lesson is required' }).int().min(1, 'Main lesson is required');
const maxReasonLength = 255;

/** Grants a learner access to a paid main lesson, for example to a cash payer. 409 when the learner has access. */
export const purchasesGrant = endpoint({
  ...admin,
  id: 'purchases.grant',
  method: 'POST',
  path: '/api/purchase_history/grants',
  summary: 'Grant a learner access to a paid main lesson',
  body: z.object({
    userId: z.number({ error: 'Learner is required' }).int().min(1, 'Learner is required'),
    mainLessonId,
    reason: requiredText('Reason is required', maxReasonLength),
    /** Absent: without an end. */
    accessEndsAt: z.iso.datetime('End must be an ISO 8601 date and time').optional(),
  }),
  response: purchaseDetailSchema,
  status: 201,
});

/** Ends access that was granted. 409 when it was paid, or has ended. */
export const purchasesRevoke = endpoint({
  ...admin,
  id: 'purchases.revoke',
  method: 'POST',
  path: '/api/purchase_history/:id/revoke',
  summary: 'Revoke access that was granted',
  params: idParams,
  body: z.object({ reason: requiredText('Reason is required', maxReasonLength).optional() }),
  response: purchaseDetailSchema,
});

/**
 * Webhook of the payment provider. The service verifies the signature over the raw body, ignores duplicates and
 * accepts events in any order.
 */
export const paymentsWebhook = endpoint({
  ...anyone,
  id: 'payments.webhook',
  responseTimeoutMs,
  method: 'POST',
  path: '/api/payments/webhook',
  summary: 'Receive webhook notifications from the payment provider',
  bodyType: 'raw',
  response: messageResponse,
});

/** Headers with a webhook's signature. The gateway forwards them to this endpoint only. */
export const webhookHeaders = {
  id: 'paypal-transmission-id',
  time: 'paypal-transmission-time',
  signature: 'paypal-transmission-sig',
  certificateUrl: 'paypal-cert-url',
  algorithm: 'paypal-auth-algo',
} as const;

const defaultPlatform = 'web';

/**
 * Creates a purchase with the price stored on the server. The learner pays at `approveUrl`. A repeated call returns the
 * same order. 409 when they already own it.
 */
export const v1OrdersCreate = endpoint({
  id: 'v1.orders.create',
  idempotent: true,
  scope: 'orders',
  service,
  responseTimeoutMs,
  method: 'POST',
  path: '/api/v1/orders',
  access: 'learner',
  envelope: 'v1',
  summary: 'Order a paid main lesson',
  body: z.object({
    mainLessonId,
    /** Platform of the payment: `web`, `ios` or `android`; blank means `web`. */
    platformType: z
      .string({ error: 'Platform type must be a string' })
      .max(50, 'Platform type must be at most 50 characters')
      .default(defaultPlatform)
      .transform((value) => trimInvisible(value) || defaultPlatform),
  }),
  response: v1Envelope(z.object({ id: z.string(), status: z.string(), approveUrl: z.string() })),
  status: 201,
});

/** A purchase as its learner sees it. */
export const v1PurchaseSchema = purchaseSchema
  .pick({
    id: true,
    purchaseId: true,
    mainLessonId: true,
    purchaseAmount: true,
    refundedAmount: true,
    paymentMethod: true,
    paymentStatus: true,
    purchaseDate: true,
    accessEndsAt: true,
  })
  .extend({ mainLessonTitle: z.string() });

/** The learner's own purchases, newest first. */
export const v1PurchasesList = endpoint({
  id: 'v1.purchases.list',
  service,
  method: 'GET',
  path: '/api/v1/purchases',
  access: 'learner',
  envelope: 'v1',
  summary: "The learner's purchases",
  query: z.object(v1PagingFields),
  response: v1ListEnvelope(v1PurchaseSchema),
});

/**
 * Changes of a purchase. The dashboard sums completed purchases minus refunds; content derives who owns a main
 * lesson.
 */
export const purchaseEvent = eventDefinition({
  service,
  entity: 'purchase',
  state: purchaseSchema.omit({ version: true }),
});

/** The owner and main lesson of a purchase, or undefined when the purchase gives no access (any more). */
export function ownershipOf({
  paymentStatus,
  userId,
  mainLessonId,
}: Pick<StateOf<typeof purchaseEvent>, 'paymentStatus' | 'userId' | 'mainLessonId'>) {
  const isOwned = ownershipStatuses.some((status) => status === paymentStatus);
  return isOwned && userId !== null && mainLessonId !== null ? { userId, mainLessonId } : undefined;
}
