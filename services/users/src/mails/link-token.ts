import { createHash, randomBytes } from 'node:crypto';
import { ApiError } from '@khmer-learning/service-kit';

const tokenBytes = 32;

/** The secret part of a mailed link: 256 random bits. Only its hash is stored. */
export function createLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, tokenHash: hashLinkToken(token) };
}

/** SHA-256 (hex) of a link's token. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** 400: there is no such link any more, or there never was. */
export function invalidLinkError(): ApiError {
  return new ApiError(400, 'This link has expired or was already used. Please ask for a new one.');
}
