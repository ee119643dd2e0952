import { z } from 'zod';
import { moneySchema } from '../wire/money.ts';

/** The payer's return URLs. */
const returnSchema = z.object({
  brand_name: z.string().max(127).optional(),
  return_url: z.url({ protocol: /^https?$/ }).optional(),
  cancel_url: z.url({ protocol: /^https?$/ }).optional(),
});

const purchaseUnitSchema = z.object({
  reference_id: z.string().min(1).max(256).default('default'),
  description: z.string().min(1).max(3_000).optional(),
  custom_id: z.string().min(1).max(255).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  amount: moneySchema,
});

/** Body of `POST /v2/checkout/orders`; fields that the sandbox does not support are ignored. */
export const orderRequestSchema = z.object({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.array(purchaseUnitSchema).min(1).max(10),
  payment_source: z
    .object({ paypal: z.object({ experience_context: returnSchema.optional() }).optional() })
    .optional(),
  application_context: returnSchema.optional(),
});
export type OrderRequest = z.output<typeof orderRequestSchema>;
