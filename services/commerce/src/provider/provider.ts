import { purchaseMessages } from '@khmer-learning/contracts';
import { ApiError, conflict, type Logger } from '@khmer-learning/service-kit';

/** A capture: a payment that the provider has collected or tried to collect. */
export interface ProviderCapture {
  readonly id: string;
  /** The provider's status, upper-case: `COMPLETED`, `PENDING`, `DECLINED`, `PARTIALLY_REFUNDED`… */
  readonly status: string;
  /** Cents. */
  readonly amount: number;
  readonly currency: string;
  /** null when the provider's response does not contain it. */
  readonly orderId: string | null;
  /** Our own id of the purchase, which we set on the order. */
  readonly customId: string | null;
}

export interface ProviderRefund {
  readonly id: string;
  /** Upper-case: `COMPLETED`, `PENDING`, `FAILED`, `CANCELLED`. */
  readonly status: string;
  /** Cents. */
  readonly amount: number;
  /** null when the provider's response does not contain it. */
  readonly captureId: string | null;
  /** The request id that we sent it with; null when we did not request it. */
  readonly customId: string | null;
  readonly reason: string | null;
  readonly createdAt: Date;
}

/** An order: what the payer approves. */
export interface ProviderOrder {
  readonly id: string;
  /** Upper-case: `CREATED`, `SAVED`, `APPROVED`, `VOIDED`, `COMPLETED`, `PAYER_ACTION_REQUIRED`. */
  readonly status: string;
  /** Where the payer approves the order; null once there is nothing to approve. */
  readonly approveUrl: string | null;
  /** Cents. */
  readonly amount: number;
  readonly currency: string;
  readonly customId: string | null;
  readonly captures: readonly ProviderCapture[];
  readonly refunds: readonly ProviderRefund[];
}

/** A webhook event of the provider with a verified signature. */
export interface ProviderWebhookEvent {
  /** The same for every delivery of one event. */
  readonly id: string;
  /** `other`: an event that does not change a payment. */
  readonly kind: 'approved' | 'captured' | 'refunded' | 'reversed' | 'other';
  readonly orderId: string | null;
  readonly captureId: string | null;
  readonly refundId: string | null;
}

export interface CreateOrderRequest {
  /** Idempotency key: the same request id never creates a second order. */
  readonly requestId: string;
  /** Cents, USD. */
  readonly amount: number;
  readonly customId: string;
  readonly description: string;
}

export interface CreateRefundRequest {
  readonly captureId: string;
  /** Idempotency key: the same request id never refunds twice. */
  readonly requestId: string;
  /** Cents, USD. */
  readonly amount: number;
  readonly reason: string | null;
}

/** Why the provider rejects a call. For `other`, the message contains the provider's error name. */
export type RejectionReason =
  | 'not-approved'
  | 'already-captured'
  | 'declined'
  | 'fully-refunded'
  | 'over-refund'
  | 'not-found'
  | 'busy'
  | 'other';

/** The provider rejected the call. Repeating it unchanged has the same result. */
export class ProviderRejectedError extends Error {
  override readonly name = 'ProviderRejectedError';
  readonly reason: RejectionReason;

  constructor(reason: RejectionReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The outcome of a call is unknown: there was no response, or no conclusive one. Retry with the same request id. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
  /** Whether the call may have reached the provider. False: it certainly has no effect. */
  readonly wasSent: boolean;

  constructor(message: string, { wasSent = true, cause }: { wasSent?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.wasSent = wasSent;
  }
}

/**
 * A payment provider. Every method fails with `ProviderUnavailableError` when the provider cannot be reached or the
 * outcome is unknown, and with `ProviderRejectedError` when the provider rejects the call.
 */
export interface PaymentProvider {
  /** The payment method stored with purchases: `paypal`. */
  readonly name: string;
  createOrder(order: CreateOrderRequest): Promise<ProviderOrder>;
  /** The order; null when it does not exist (any more). */
  getOrder(id: string): Promise<ProviderOrder | null>;
  /** Captures an approved order, at most once per request id. */
  capture(orderId: string, requestId: string): Promise<ProviderOrder>;
  getCapture(id: string): Promise<ProviderCapture | null>;
  refund(refund: CreateRefundRequest): Promise<ProviderRefund>;
  getRefund(id: string): Promise<ProviderRefund | null>;
  /** Verifies and parses a webhook; null when its signature, certificate or format is not valid. */
  verifyWebhook(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: Buffer,
  ): Promise<ProviderWebhookEvent | null>;
}

/** Maps a provider error to the API error for the caller: 503 when it is unavailable, 409 when it rejects. */
function mapProviderError(error: unknown): unknown {
  if (error instanceof ProviderUnavailableError)
    return new ApiError(503, purchaseMessages.providerDown, { retryAfter: 5 });
  if (error instanceof ProviderRejectedError) return conflict(purchaseMessages.refused);
  return error;
}

/** Runs work that calls the provider. Provider errors are logged and thrown as ApiError 503 or 409. */
export async function withProviderErrorMapping<T>(logger: Logger, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const mapped = mapProviderError(error);
    if (mapped !== error) logger.warn({ err: error }, 'Call to the payment provider failed');
    throw mapped;
  }
}
