import type { UploadRejectionReason } from '../uploads/upload-rejected-error.ts';

/** What a decoder throws for a file that cannot be stored. It has no message, and so needs no package in a decoder. */
export class FileRejectedError extends Error {
  readonly reason: UploadRejectionReason;

  constructor(reason: UploadRejectionReason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}
