import { uploadMessages } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';

const statuses = {
  missing: 400,
  tooLarge: 413,
  unsupported: 415,
  broken: 400,
  tooManyPixels: 400,
  tooComplex: 400,
  full: 507,
} as const;
export type RefusalReason = keyof typeof statuses;

/** An upload that is not taken, and what its author is told. */
export class Refusal extends ApiError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, cause?: unknown) {
    const message = uploadMessages[reason];
    super(statuses[reason], message, { issues: [{ path: 'file', message }] });
    this.reason = reason;
    if (cause !== undefined) this.cause = cause;
  }
}
