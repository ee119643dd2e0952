import { z } from 'zod';

/** Webhook event types that the sandbox sends. */
const eventTypes = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Behaviour of the sandbox; changed with `PATCH /sandbox/switches`. */
export const switchesSchema = z.strictObject({
  /** Receiver of webhooks; null: none are sent. */
  webhookUrl: z.url({ protocol: /^https?$/ }).nullable(),
  /** Delay before a webhook's first delivery, in milliseconds. */
  delayMs: z.number().int().min(0).max(600_000),
  /** Number of deliveries of each webhook; more than one simulates duplicates with the same event id. */
  copies: z.number().int().min(1).max(10),
  /** Whether webhooks within `delayMs` (at least 200 ms) of each other are delivered in reverse order. */
  reorder: z.boolean(),
  /** Webhooks that are recorded but not delivered: all, none, or those of some types. */
  drop: z.union([z.boolean(), z.array(z.enum(eventTypes))]),
  /** Speed-up of retries compared to PayPal; 1: 25 attempts in about three days. */
  speed: z.number().positive().max(1_000_000),
  /** What `decline` does: a DECLINED capture, or `INSTRUMENT_DECLINED`, after which the payer may choose again. */
  declineAs: z.enum(['capture', 'instrument']),
});
export type Switches = z.output<typeof switchesSchema>;

/** PayPal's behaviour without faults. */
export const defaultSwitches: Switches = {
  webhookUrl: null,
  delayMs: 0,
  copies: 1,
  reorder: false,
  drop: false,
  speed: 1,
  declineAs: 'capture',
};
