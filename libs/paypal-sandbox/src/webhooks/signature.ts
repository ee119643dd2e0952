import { sign as cryptoSign, verify as cryptoVerify, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The signed fields of a webhook transmission. */
export interface SignedFields {
  transmissionId: string;
  /** `2026-11-21T05:20:22Z` */
  time: string;
  webhookId: string;
  /** The raw body. */
  body: string;
}

/** The header `paypal-auth-algo`: RSA with SHA-256. */
export const signatureAlgorithm = 'SHA256withRSA';

/** The signed text; the checksum is an unsigned decimal number. */
function signaturePayload({ transmissionId, time, webhookId, body }: SignedFields): Buffer {
  return Buffer.from(`${transmissionId}|${time}|${webhookId}|${crc32(body)}`);
}

/** Signs a webhook; returns the base64 value of `paypal-transmission-sig`. */
export function signWebhook(parts: SignedFields, privateKey: KeyObject): string {
  return cryptoSign('RSA-SHA256', signaturePayload(parts), privateKey).toString('base64');
}

/** Whether a webhook's signature is valid. */
export function verifySignature(parts: SignedFields, signature: string, publicKey: KeyObject): boolean {
  return cryptoVerify('RSA-SHA256', signaturePayload(parts), publicKey, Buffer.from(signature, 'base64'));
}
