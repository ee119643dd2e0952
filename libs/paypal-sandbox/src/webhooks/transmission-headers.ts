import type { Transmission } from '../store/records.ts';
import { newDebugId } from '../wire/ids.ts';
import type { Certificates } from './certificates.ts';
import { signatureAlgorithm, signWebhook } from './signature.ts';

/** Path of the certificates, as at PayPal. */
export const certificatesPath = '/v1/notifications/certs';

/** The headers of one transmission of a webhook, signature included. */
export function transmissionHeaders(
  { id, time }: Pick<Transmission, 'id' | 'time'>,
  body: string,
  signer: { certificates: Certificates; webhookId: string; urlOf: (path: string) => string },
): Record<string, string> {
  const { certificates, webhookId, urlOf } = signer;
  return {
    'content-type': 'application/json',
    'user-agent': 'PayPal/AUHD-214.0-56565656',
    'correlation-id': newDebugId(),
    'paypal-auth-algo': signatureAlgorithm,
    'paypal-auth-version': 'v2',
    'paypal-cert-url': urlOf(`${certificatesPath}/${certificates.name}`),
    'paypal-transmission-id': id,
    'paypal-transmission-sig': signWebhook(
      { transmissionId: id, time, webhookId, body },
      certificates.privateKey,
    ),
    'paypal-transmission-time': time,
  };
}
