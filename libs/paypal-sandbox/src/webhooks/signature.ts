import { sign as cryptoSign, verify as cryptoVerify, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What tells one transmission of a webhook from another. */
export interface SignedParts {
  transmissionId: string;
  /** `2026-11-21T05:20:22Z` */
  time: string;
  webhookId: string;
  /** The raw body. */
  body: string;
}

/** The header `paypal-auth-algo`: RSA with SHA-256. */
export const signatureAlgorithm = 'SHA256withRSA';

/** What is signed; the checksum is an unsigned decimal number. */
function signedText({ transmissionId, time, webhookId, body }: SignedParts): Buffer {
  return Buffer.from(`${transmissionId}|${time}|${webhookId}|${crc32(body)}`);
}

/** @returns the header `paypal-transmission-sig`, in base64 */
export function sign(parts: SignedParts, privateKey: KeyObject): string {
  return cryptoSign('RSA-SHA256', signedText(parts), privateKey).toString('base64');
}

/** Whether a signature fits. */
export function isSignedBy(parts: SignedParts, signature: string, publicKey: KeyObject): boolean {
  return cryptoVerify('RSA-SHA256', signedText(parts), publicKey, Buffer.from(signature, 'base64'));
}
