import { z } from 'zod';
import { mainLessonSchema } from '../content/main-lesson.ts';
import { endpoint } from '../core/endpoint.ts';
import { eventDefinition, type StateOf } from '../core/event.ts';
import {
  enumFilter,
  idParams,
  isoDate,
  messageResponse,
  pagingFields,
  searchFilter,
} from '../core/fields.ts';
import { v1Envelope, v1ListEnvelope } from '../v1/content.ts';

const service = 'commerce';

/** What asks the payment provider takes its time: two or three calls over the internet. */
const responseTimeoutMs = 25_000;

/** The currency of every price (spec 3). */
export const priceCurrency = 'USD';

/** The groups that the filter of spec 2.13 offers. */
export const paymentStatusFilters = ['Completed', 'Pending', 'Refund'] as const;

/** The twelve filters of spec 2.13 without `all`, in `TIME_ZONE`; `last-N-days` includes today, weeks start on Monday. */
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
 * Which stored statuses belong together: badges, filters and sums are made from these groups alone
 * (decisions, Purchases). A status of no group is shown as it is.
 */
export const paymentStatusGroups = {
  completed: ['completed', 'complete'],
  pending: ['pending', 'created', 'saved', 'approved', 'payer_action_required'],
  refund: ['refund', 'refunded', 'partially_refunded'],
  cancelled: ['cancel', 'cancelled', 'voided'],
  failed: ['declined', 'failed', 'denied', 'reversed'],
} as const satisfies Record<string, readonly string[]>;
export type PaymentStatusGroup = keyof typeof paymentStatusGroups;

/** The group of a stored status, whatever its case; undefined for one that no group has. */
export function paymentStatusGroupOf(status: string): PaymentStatusGroup | undefined {
  const lower = status.toLowerCase();
  for (const [group, statuses] of Object.entries(paymentStatusGroups))
    if (statuses.some((known) => known === lower)) return group as PaymentStatusGroup;
  return undefined;
}

/** Statuses with which a learner owns what they bought: a part of the money may have gone back, not all of it. */
export const ownershipStatuses = ['completed', 'complete', 'partially_refunded'] as const;

export const purchaseMessages = {
  alreadyOwned: 'You already own this main lesson',
  beingPaid: 'A payment for this main lesson is being processed',
  notForSale: 'This main lesson is free',
  notApproved: 'The payment has not been approved yet',
  declined: 'The payment was declined',
  mismatch: 'The payment does not match the purchase',
  hintContradicted: 'The provider does not confirm this payment status',
  ended: 'The order has ended; please order again',
  refused: 'The payment provider refuses this',
  notPending: 'Only a pending purchase can be cancelled',
  cancelled: 'Purchase cancelled',
  overRefund: 'The refund is larger than what is left of the payment',
  notRefundable: 'Only a completed payment can be refunded',
  refundNotSettled:
    'An earlier refund of this payment has no answer yet; try again in a minute, or send that amount again',
  providerDown: 'The payment provider cannot be reached; try again in a moment',
  badSignature: 'The signature is not valid',
} as const;

export const purchaseSchema = z.object({
  id: z.number().int(),
  /** The provider's order id: the `token` of the return pages. */
  purchaseId: z.string(),
  userId: z.number().int().nullable(),
  userEmail: z.string(),
  /** null when the main lesson is gone. */
  mainLessonId: z.number().int().nullable(),
  /** Cents, USD. */
  purchaseAmount: z.number().int(),
  /** Cents that have gone back so far. */
  refundedAmount: z.number().int(),
  paymentMethod: z.string(),
  platformType: z.string(),
  /** Lower-case, as the provider gives it. */
  paymentStatus: z.string(),
  purchaseDate: isoDate,
  version: z.number().int(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Purchase = z.infer<typeof purchaseSchema>;

/** The main lesson as the detail dialog shows it: as it is now, from commerce's own copy. */
export const purchasedMainLessonSchema = mainLessonSchema.pick({
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
  status: z.string(),
  createdAt: isoDate,
});

export const purchaseDetailSchema = purchaseSchema.extend({
  /** null: `No main lesson found`. */
  mainLesson: purchasedMainLessonSchema.nullable(),
  refunds: z.array(refundSchema),
});
export type PurchaseDetail = z.infer<typeof purchaseDetailSchema>;

const filters = {
  payment_status: enumFilter(paymentStatusFilters),
  purchase_date: enumFilter(purchaseDateFilters),
  /** Part of an e-mail, from the start of any of its words. */
  search: searchFilter,
};

export const purchasesList = endpoint({
  id: 'purchases.list',
  service,
  method: 'GET',
  path: '/api/purchase_history',
  aliases: ['/api/purchase-history'],
  access: 'admin',
  summary: 'Purchase history, newest first',
  query: z.object({ ...filters, ...pagingFields }),
  response: z.object({ data: z.array(purchaseSchema), total: z.number().int() }),
});

/** What the filters show, all pages, as CSV (UTF-8 with a byte order mark). */
export const purchasesExport = endpoint({
  id: 'purchases.export',
  service,
  method: 'GET',
  path: '/api/purchase_history/export',
  aliases: ['/api/purchase-history/export'],
  access: 'admin',
  summary: 'Purchase history as CSV',
  query: z.object(filters),
  responseType: 'binary',
  response: z.unknown(),
});

export const purchasesGet = endpoint({
  id: 'purchases.get',
  service,
  method: 'GET',
  path: '/api/purchase_history/:id',
  aliases: ['/api/purchase-history/:id'],
  access: 'admin',
  summary: 'One purchase',
  params: idParams,
  response: purchaseDetailSchema,
});

/** PayPal's order ids are 17 of these; room is left for another provider's. */
const providerId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'Invalid payment token');

/** Asks the provider to take the money of an approved order. Safe to repeat: it is taken once. */
export const ordersCapture = endpoint({
  id: 'orders.capture',
  service,
  responseTimeoutMs,
  method: 'POST',
  path: '/api/orders/:token/capture',
  access: 'public',
  summary: 'Capture an approved order',
  params: z.object({ token: providerId }),
  /** `id` is the order's; `status` is the capture's, upper-case as the provider gives it. */
  response: z.object({ id: z.string(), status: z.string() }),
});

/** `paymentStatus` is a hint: what the provider says is stored and answered (decisions, Purchases). */
export const purchasesSyncPaymentStatus = endpoint({
  id: 'purchases.paymentStatus',
  service,
  responseTimeoutMs,
  method: 'PATCH',
  path: '/api/lessons/purchase/:id/payment-status',
  access: 'public',
  summary: "Bring a purchase's status up to date",
  params: z.object({ id: providerId }),
  body: z.object({
    paymentStatus: z
      .string({ error: 'Payment status is required' })
      .min(1)
      .max(50, 'Must be at most 50 characters'),
  }),
  response: z.object({ purchaseId: z.string(), paymentStatus: z.string() }),
});

/** Deletes a pending purchase that the provider has not captured; otherwise 409. */
export const purchasesCancel = endpoint({
  id: 'purchases.cancel',
  service,
  responseTimeoutMs,
  method: 'DELETE',
  path: '/api/lessons/purchase/:token',
  access: 'public',
  summary: 'Cancel a pending purchase',
  params: z.object({ token: providerId }),
  response: messageResponse,
});

/** `purchaseId` is our purchase's id, the order's or the capture's. Without an amount: all that is left. */
export const purchasesRefund = endpoint({
  id: 'purchases.refund',
  service,
  responseTimeoutMs,
  method: 'POST',
  path: '/api/payments/captures/:purchaseId/refund',
  access: 'admin',
  summary: 'Refund a payment, whole or in part',
  params: z.object({ purchaseId: providerId }),
  body: z.object({
    /** Cents. */
    amount: z
      .number({ error: 'Amount must be a whole number of cents' })
      .int('Amount must be a whole number of cents')
      .min(1, 'Amount must be more than 0')
      .optional(),
    reason: z
      .string({ error: 'Reason must be a text' })
      .max(255, 'Must be at most 255 characters')
      .optional(),
  }),
  response: purchaseDetailSchema,
});

/** What the provider tells on its own. Signature, duplicates and order are checked; the body is taken as bytes. */
export const paymentsWebhook = endpoint({
  id: 'payments.webhook',
  service,
  responseTimeoutMs,
  method: 'POST',
  path: '/api/payments/webhook',
  access: 'public',
  summary: "The payment provider's notifications",
  bodyType: 'raw',
  response: messageResponse,
});

/** The headers that a notification is signed with; the gateway lets them through to this endpoint's service. */
export const webhookHeaders = {
  id: 'paypal-transmission-id',
  time: 'paypal-transmission-time',
  signature: 'paypal-transmission-sig',
  certificateUrl: 'paypal-cert-url',
  algorithm: 'paypal-auth-algo',
} as const;

const defaultPlatform = 'web';

/** Begins a purchase: the price is read on the server, the learner goes to `approveUrl` to pay. Owned already: 409. */
export const v1OrdersCreate = endpoint({
  id: 'v1.orders.create',
  service,
  responseTimeoutMs,
  method: 'POST',
  path: '/api/v1/orders',
  access: 'learner',
  envelope: 'v1',
  summary: 'Order a paid main lesson',
  body: z.object({
    mainLessonId: z.number({ error: 'Main lesson is required' }).int().min(1, 'Main lesson is required'),
    /** Where the learner pays from: `web`, `ios`, `android`; blank means `web`. */
    platformType: z
      .string({ error: 'Platform type must be a text' })
      .max(50, 'Platform type must be at most 50 characters')
      .default(defaultPlatform)
      .transform((value) => value.trim() || defaultPlatform),
  }),
  response: v1Envelope(z.object({ id: z.string(), status: z.string(), approveUrl: z.string() })),
  status: 201,
});

export const v1PurchaseSchema = purchaseSchema
  .pick({
    id: true,
    purchaseId: true,
    mainLessonId: true,
    purchaseAmount: true,
    refundedAmount: true,
    paymentStatus: true,
    purchaseDate: true,
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
  query: z.object(pagingFields),
  response: v1ListEnvelope(v1PurchaseSchema),
});

/** A purchase: the dashboard sums completed minus refunded from it, and content reads who owns what. */
export const purchaseEvent = eventDefinition({
  service,
  entity: 'purchase',
  state: purchaseSchema.omit({ version: true }),
});

/** The main lesson a purchase gives, and whose it is; undefined when it gives nothing (any more). */
export function ownershipOf({ paymentStatus, userId, mainLessonId }: StateOf<typeof purchaseEvent>) {
  const isOwned = ownershipStatuses.some((status) => status === paymentStatus);
  return isOwned && userId !== null && mainLessonId !== null ? { userId, mainLessonId } : undefined;
}
