import { z } from 'zod';
import { eventTypes } from '../webhooks/event-types.ts';

/** How the sandbox behaves; changed with `PATCH /sandbox/switches`. */
export const switchesSchema = z.strictObject({
  /** Where webhooks go; null: nobody listens, and none are sent. */
  webhookUrl: z.url({ protocol: /^https?$/ }).nullable(),
  /** How long a webhook waits before its first delivery. */
  delayMs: z.number().int().min(0).max(600_000),
  /** How often each webhook is delivered; more than once: duplicates with the same event id. */
  copies: z.number().int().min(1).max(10),
  /** Whether webhooks that come within `delayMs` (at least 200 ms) of each other go out last first. */
  reorder: z.boolean(),
  /** Which webhooks are recorded and never delivered: all, none, or those of some types. */
  drop: z.union([z.boolean(), z.array(z.enum(eventTypes))]),
  /** How much faster than PayPal failed deliveries are tried again; 1: 25 times in some three days. */
  speed: z.number().positive().max(1_000_000),
  /**
   * What `decline` on the approval page leads to: a captured order whose capture is DECLINED, or
   * `INSTRUMENT_DECLINED` and a payer who may choose again.
   */
  declineAs: z.enum(['capture', 'instrument']),
});
export type Switches = z.output<typeof switchesSchema>;

/** As PayPal behaves on a good day. */
export const defaultSwitches: Switches = {
  webhookUrl: null,
  delayMs: 0,
  copies: 1,
  reorder: false,
  drop: false,
  speed: 1,
  declineAs: 'capture',
};
