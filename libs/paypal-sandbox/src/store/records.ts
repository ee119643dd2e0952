import type { Amount } from '../wire/money.ts';

/** The payer's options on the approval page. */
export const payerDecisions = ['approve', 'cancel', 'decline', 'pending'] as const;
export type PayerDecision = (typeof payerDecisions)[number];

export type CaptureStatus =
  | 'COMPLETED'
  | 'DECLINED'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'FAILED';

export interface Order {
  id: string;
  status: 'CREATED' | 'SAVED' | 'APPROVED' | 'VOIDED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED';
  amount: Amount;
  referenceId: string;
  description?: string | undefined;
  customId?: string | undefined;
  invoiceId?: string | undefined;
  brandName?: string | undefined;
  returnUrl?: string | undefined;
  cancelUrl?: string | undefined;
  /** Whether it was created with `payment_source.paypal`, which changes its first status and its link. */
  withPaymentSource: boolean;
  /** The payer's decision. */
  outcome?: Exclude<PayerDecision, 'cancel'>;
  captureId?: string;
  createdAt: string;
  updatedAt: string;
}

export interface Capture {
  id: string;
  orderId: string;
  status: CaptureStatus;
  amount: Amount;
  /** Refunded amount in the currency's smallest unit. */
  refundedMinor: number;
  customId?: string | undefined;
  invoiceId?: string | undefined;
  createdAt: string;
  updatedAt: string;
}

export interface Refund {
  id: string;
  captureId: string;
  amount: Amount;
  /** Total refunded amount including this refund. */
  totalMinor: number;
  note?: string | undefined;
  customId?: string | undefined;
  invoiceId?: string | undefined;
  createdAt: string;
}

/** The use of a `PayPal-Request-Id`. */
export interface IdempotencyRecord {
  /** The call's name and the header's value. */
  id: string;
  /** Detects a different request with the same id. */
  fingerprint: string;
  /** Id of the resource that the first request created or changed. */
  resourceId: string;
}

export interface AccessToken {
  id: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** One delivery attempt of an event. */
export interface DeliveryAttempt {
  at: string;
  /** The receiver's response status; absent without a response. */
  status?: number;
  error?: string;
}

/** A delivery of an event to the receiver. Each copy of an event is a separate transmission. */
export interface Transmission {
  id: string;
  time: string;
  state: 'PENDING' | 'SUCCESS' | 'FAILURE' | 'DROPPED';
  attempts: DeliveryAttempt[];
  /** Time of the next attempt of a pending transmission, in milliseconds since 1970. */
  nextAt?: number;
}

export interface WebhookEvent {
  id: string;
  type: string;
  /** The raw body, exactly as it is signed and sent. */
  body: string;
  transmissions: Transmission[];
}
