/** An OAuth error, as returned by PayPal's token endpoint and API gateway. */
export class OauthError extends Error {
  override readonly name = 'OauthError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, description: string) {
    super(description);
    this.status = status;
    this.code = code;
  }

  /** The response body. */
  body(): { error: string; error_description: string } {
    return { error: this.code, error_description: this.message };
  }
}
