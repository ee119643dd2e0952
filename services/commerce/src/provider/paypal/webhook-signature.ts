import { verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { webhookHeaders } from '@khmer-learning/contracts';
import type { Certificates } from './webhook-certificates.ts';

const algorithm = 'SHA256withRSA';

/**
 * Whether PayPal has signed these bytes for our webhook: RSA-SHA256 over
 * `transmissionId|time|webhookId|crc32(body)` (developer.paypal.com, verify webhook signatures).
 */
export async function isSigned(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Buffer,
  { webhookId, certificates }: { webhookId: string; certificates: Certificates },
): Promise<boolean> {
  const of = (name: keyof typeof webhookHeaders) => {
    const value = headers[webhookHeaders[name]];
    return typeof value === 'string' ? value : '';
  };
  const [id, time, signature] = [of('id'), of('time'), of('signature')];
  if (!id || !time || !signature || of('algorithm') !== algorithm) return false;
  const certificate = await certificates(of('certificateUrl'));
  if (certificate?.publicKey.asymmetricKeyType !== 'rsa') return false;
  const signed = `${id}|${time}|${webhookId}|${crc32(body)}`;
  return verify('sha256', Buffer.from(signed), certificate.publicKey, Buffer.from(signature, 'base64'));
}
