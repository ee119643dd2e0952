import { uploadMessages } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';

const statusByReason = {
  missing: 400,
  tooLarge: 413,
  unsupported: 415,
  broken: 400,
  tooManyPixels: 400,
  tooComplex: 400,
  recordingUnsupported: 415,
  recordingBroken: 400,
  recordingTooLong: 400,
  recordingSilent: 400,
  full: 507,
} as const;
/** Why an upload is rejected; also the label `outcome` of `uploads_total`. */
export type UploadRejectionReason = keyof typeof statusByReason;

export class UploadRejectedError extends ApiError {
  readonly reason: UploadRejectionReason;

  constructor(reason: UploadRejectionReason, cause?: unknown) {
    const message = uploadMessages[reason];
    super(statusByReason[reason], message, { issues: [{ path: 'file', message }] });
    this.reason = reason;
    if (cause !== undefined) this.cause = cause;
  }
}
