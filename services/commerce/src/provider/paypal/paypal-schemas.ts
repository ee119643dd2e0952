import { z } from 'zod';
import type { ProviderCapture, ProviderOrder, ProviderRefund } from '../provider.ts';

const amount = z.object({ currency_code: z.string(), value: z.string() });
const links = z.array(z.object({ href: z.string(), rel: z.string() })).default([]);

const captureSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount,
  custom_id: z.string().optional(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }) }).optional(),
});

const refundSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount,
  custom_id: z.string().optional(),
  note_to_payer: z.string().optional(),
  create_time: z.coerce.date().optional(),
  links,
});

const orderSchema = z.object({
  id: z.string(),
  status: z.string(),
  links,
  purchase_units: z
    .array(
      z.object({
        amount: amount.optional(),
        custom_id: z.string().optional(),
        payments: z
          .object({
            captures: z.array(captureSchema).default([]),
            refunds: z.array(refundSchema).default([]),
          })
          .optional(),
      }),
    )
    .default([]),
});

/** The fields of a webhook event that identify its payment (developer.paypal.com, webhooks event names). */
export const webhookEventSchema = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string(),
  resource: z
    .object({
      id: z.string().optional(),
      links,
      supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }) }).optional(),
    })
    .optional(),
});

/** The error names in an error response, the most specific first. */
export const errorNamesSchema = z
  .object({
    name: z.string().optional(),
    error: z.string().optional(),
    details: z.array(z.object({ issue: z.string().optional() })).default([]),
  })
  .transform(({ name, error, details }) =>
    [...details.map(({ issue }) => issue), name, error].filter((text) => text !== undefined),
  );

/** The response of the OAuth token endpoint. */
export const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });

/** The capture id from a refund's `up` link, which is the URL of the capture; null without such a link. */
export function captureIdFromLinks(resourceLinks: z.output<typeof links>): string | null {
  const up = resourceLinks.find(({ rel }) => rel === 'up')?.href;
  return up === undefined ? null : (/\/captures\/([A-Za-z0-9-]{1,64})$/.exec(up)?.[1] ?? null);
}

function toCapture(raw: z.output<typeof captureSchema>): ProviderCapture {
  return {
    id: raw.id,
    status: raw.status,
    amount: decimalToCents(raw.amount.value),
    currency: raw.amount.currency_code,
    orderId: raw.supplementary_data?.related_ids.order_id ?? null,
    customId: raw.custom_id ?? null,
  };
}

function toRefund(raw: z.output<typeof refundSchema>): ProviderRefund {
  return {
    id: raw.id,
    status: raw.status,
    amount: decimalToCents(raw.amount.value),
    captureId: captureIdFromLinks(raw.links),
    customId: raw.custom_id ?? null,
    reason: raw.note_to_payer ?? null,
    createdAt: raw.create_time ?? new Date(),
  };
}

/** A capture response as `ProviderCapture`. */
export const captureResponseSchema = captureSchema.transform(toCapture);
/** A refund response as `ProviderRefund`. */
export const refundResponseSchema = refundSchema.transform(toRefund);

/** An order response as `ProviderOrder`. */
export const orderResponseSchema = orderSchema.transform((raw): ProviderOrder => {
  const [unit] = raw.purchase_units;
  const captures = (unit?.payments?.captures ?? []).map(toCapture);
  // The response to a capture may omit the purchase unit's fields. The capture has the same values.
  const [first] = captures;
  return {
    id: raw.id,
    status: raw.status,
    approveUrl: raw.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href ?? null,
    amount: unit?.amount ? decimalToCents(unit.amount.value) : (first?.amount ?? Number.NaN),
    currency: unit?.amount?.currency_code ?? first?.currency ?? '',
    customId: unit?.custom_id ?? first?.customId ?? null,
    captures,
    refunds: (unit?.payments?.refunds ?? []).map(toRefund),
  };
});

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
