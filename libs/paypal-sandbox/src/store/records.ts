import type { Amount } from '../wire/money.ts';

/** What the payer can do on the approval page. */
export const payerDecisions = ['approve', 'cancel', 'decline', 'pending'] as const;
export type PayerDecision = (typeof payerDecisions)[number];

export type OrderStatus = 'CREATED' | 'SAVED' | 'APPROVED' | 'VOIDED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED';

export type CaptureStatus =
  | 'COMPLETED'
  | 'DECLINED'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'FAILED';

export interface Order {
  id: string;
  status: OrderStatus;
  amount: Amount;
  referenceId: string;
  description?: string;
  customId?: string;
  invoiceId?: string;
  brandName?: string;
  returnUrl?: string;
  cancelUrl?: string;
  /** Whether it was created with `payment_source.paypal`, which changes its first status and its link. */
  withPaymentSource: boolean;
  /** What the payer has decided. */
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
  /** How much has gone back, in the currency's smallest unit. */
  refundedMinor: number;
  customId?: string;
  invoiceId?: string;
  createdAt: string;
  updatedAt: string;
}

export interface Refund {
  id: string;
  captureId: string;
  amount: Amount;
  /** What had gone back with this refund and those before it. */
  totalMinor: number;
  note?: string;
  customId?: string;
  invoiceId?: string;
  createdAt: string;
}

/** What a `PayPal-Request-Id` has been used for. */
export interface IdempotencyRecord {
  /** The call's name and the header's value. */
  id: string;
  /** Tells another request with the same id. */
  fingerprint: string;
  /** What the first request made or changed. */
  resourceId: string;
}

export interface AccessToken {
  id: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** One try to deliver an event. */
export interface DeliveryAttempt {
  at: string;
  /** The receiver's answer; absent when there was none. */
  status?: number;
  error?: string;
}

/** An event on its way to a receiver. A copy of an event is a transmission of its own. */
export interface Transmission {
  id: string;
  time: string;
  state: 'PENDING' | 'SUCCESS' | 'FAILURE' | 'DROPPED';
  attempts: DeliveryAttempt[];
  /** Milliseconds since 1970; of a pending one. */
  nextAt?: number;
}

export interface WebhookEvent {
  id: string;
  type: string;
  /** The raw body, exactly as it is signed and sent. */
  body: string;
  transmissions: Transmission[];
}
