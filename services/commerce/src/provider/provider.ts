/** A capture: money that the provider has taken, or tried to take. */
export interface ProviderCapture {
  readonly id: string;
  /** As the provider says it, upper-case: `COMPLETED`, `PENDING`, `DECLINED`, `PARTIALLY_REFUNDED`… */
  readonly status: string;
  /** Cents. */
  readonly amount: number;
  readonly currency: string;
  /** null when the provider does not say. */
  readonly orderId: string | null;
  /** What we gave the order to know it by. */
  readonly customId: string | null;
}

/** Money that goes back. */
export interface ProviderRefund {
  readonly id: string;
  /** Upper-case: `COMPLETED`, `PENDING`, `FAILED`, `CANCELLED`. */
  readonly status: string;
  /** Cents. */
  readonly amount: number;
  /** null when the provider does not say. */
  readonly captureId: string | null;
  /** The request id it was asked for with; null when it was not asked for by us. */
  readonly customId: string | null;
  readonly reason: string | null;
  readonly createdAt: Date;
}

/** What a payer agrees to. */
export interface ProviderOrder {
  readonly id: string;
  /** Upper-case: `CREATED`, `SAVED`, `APPROVED`, `VOIDED`, `COMPLETED`, `PAYER_ACTION_REQUIRED`. */
  readonly status: string;
  /** Where the payer goes to pay; null once there is nothing to agree to. */
  readonly approveUrl: string | null;
  /** Cents. */
  readonly amount: number;
  readonly currency: string;
  readonly customId: string | null;
  readonly captures: readonly ProviderCapture[];
  readonly refunds: readonly ProviderRefund[];
}

/** What the provider told on its own, its signature checked. */
export interface ProviderWebhookEvent {
  /** The same for every delivery of one notice. */
  readonly id: string;
  /** `other`: nothing that changes a payment. */
  readonly kind: 'approved' | 'captured' | 'refunded' | 'reversed' | 'other';
  readonly orderId: string | null;
  readonly captureId: string | null;
  readonly refundId: string | null;
}

export interface CreateOrderRequest {
  /** The same request id never makes a second order. */
  readonly requestId: string;
  /** Cents, USD. */
  readonly amount: number;
  readonly customId: string;
  readonly description: string;
}

export interface CreateRefundRequest {
  readonly captureId: string;
  /** The same request id never sends money back twice. */
  readonly requestId: string;
  /** Cents, USD. */
  readonly amount: number;
  readonly reason: string | null;
}

/** Why the provider says no. `other` carries its own name in the message. */
export type RejectionReason =
  | 'not-approved'
  | 'already-captured'
  | 'declined'
  | 'fully-refunded'
  | 'over-refund'
  | 'not-found'
  | 'busy'
  | 'other';

/** The provider has answered, and will not do it: asking again in the same way changes nothing. */
export class ProviderRejectedError extends Error {
  override readonly name = 'ProviderRejectedError';
  readonly reason: RejectionReason;

  constructor(reason: RejectionReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Nobody knows whether it was done: no answer, or none that says so. Ask again with the same request id. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/**
 * Who takes the money. Every method fails with `ProviderUnavailableError` when the provider cannot be reached or does not
 * know itself, and with `ProviderRejectedError` when it says no.
 */
export interface PaymentProvider {
  /** As purchases name it: `paypal`. */
  readonly name: string;
  createOrder(order: CreateOrderRequest): Promise<ProviderOrder>;
  /** null: there is no such order (any more). */
  getOrder(id: string): Promise<ProviderOrder | null>;
  /** Takes the money of an approved order, once for one request id. */
  capture(orderId: string, requestId: string): Promise<ProviderOrder>;
  getCapture(id: string): Promise<ProviderCapture | null>;
  refund(refund: CreateRefundRequest): Promise<ProviderRefund>;
  getRefund(id: string): Promise<ProviderRefund | null>;
  /** Reads a notification; null when its signature, certificate or form is not good. */
  verifyWebhook(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: Buffer,
  ): Promise<ProviderWebhookEvent | null>;
}
