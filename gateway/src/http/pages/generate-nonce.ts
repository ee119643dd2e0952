import { randomBytes } from 'node:crypto';

/** A nonce for one page: 128 random bits, base64url-encoded (CSP 3, 8.1). */
export function generateNonce(): string {
  return randomBytes(16).toString('base64url');
}
