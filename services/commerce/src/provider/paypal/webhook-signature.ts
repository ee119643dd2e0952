import { verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { webhookHeaders } from '@khmer-learning/contracts';
import type { CertificateLoader } from './certificate-loader.ts';

const algorithm = 'SHA256withRSA';

/**
 * Verifies that PayPal signed this body for our webhook: RSA-SHA256 over
 * `transmissionId|time|webhookId|crc32(body)` (developer.paypal.com, verify webhook signatures).
 */
export async function hasValidSignature(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Buffer,
  { webhookId, loadCertificate }: { webhookId: string; loadCertificate: CertificateLoader },
): Promise<boolean> {
  const header = (name: keyof typeof webhookHeaders) => {
    const value = headers[webhookHeaders[name]];
    return typeof value === 'string' ? value : '';
  };
  const [id, time, signature] = [header('id'), header('time'), header('signature')];
  if (!id || !time || !signature || header('algorithm') !== algorithm) return false;
  const certificate = await loadCertificate(header('certificateUrl'));
  if (certificate?.publicKey.asymmetricKeyType !== 'rsa') return false;
  const signedPayload = `${id}|${time}|${webhookId}|${crc32(body)}`;
  return verify(
    'sha256',
    Buffer.from(signedPayload),
    certificate.publicKey,
    Buffer.from(signature, 'base64'),
  );
}
