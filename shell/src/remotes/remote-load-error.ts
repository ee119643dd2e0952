/** Why a view of a remote cannot be shown. The message has the technical details. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError';
  /** Whether an automatic retry may succeed. */
  readonly transient: boolean;

  constructor(message: string, options: { transient: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.transient = options.transient;
  }
}
