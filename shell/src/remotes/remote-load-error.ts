/** Why a view of a remote cannot be shown, in words for the person in front of it. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError';
  /** Whether trying again after a moment may help, without anybody doing anything. */
  readonly transient: boolean;

  constructor(message: string, options: { transient: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.transient = options.transient;
  }
}
