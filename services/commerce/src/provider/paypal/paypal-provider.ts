import { priceCurrency } from '@khmer-learning/contracts';
import { type PaymentProvider, ProviderRejectedError, type ProviderWebhookEvent } from '../provider.ts';
import { createCertificateLoader } from './certificate-loader.ts';
import { createPaypalClient, type PaypalClientOptions } from './paypal-client.ts';
import {
  captureIdFromLinks,
  captureResponseSchema,
  centsToDecimal,
  orderResponseSchema,
  refundResponseSchema,
  webhookEventSchema,
} from './paypal-schemas.ts';

import { hasValidSignature } from './webhook-signature.ts';

/** PayPal's limits for a description and for a note to the payer, in characters. */
const maxDescriptionLength = 127;
const maxNoteLength = 255;

export interface PaypalProviderOptions extends PaypalClientOptions {
  readonly webhookId: string;
  /** Public address of the console. The payer is redirected to its `/complete` and `/cancel`. */
  readonly publicUrl: string;
  /** Whether certificates may also come from the host of `baseUrl`, for the PayPal sandbox. */
  readonly trustsBaseUrl: boolean;
  /** See `CertificateLoaderOptions`. */
  readonly authorities: string;
  readonly onUntrusted: (certificateUrl: string) => void;
}

/** Creates the payment provider for PayPal (Orders v2 and Payments v2). */
export function createPaypalProvider(options: PaypalProviderOptions): PaymentProvider {
  const { baseUrl, webhookId, publicUrl, trustsBaseUrl, authorities, onUntrusted } = options;
  const call = createPaypalClient(options);
  const loadCertificate = createCertificateLoader({
    sandboxHost: trustsBaseUrl ? new URL(baseUrl).host : null,
    authorities,
    onUntrusted,
  });
  const resourcePath = (folder: string, id: string) => `${folder}/${encodeURIComponent(id)}`;

  return {
    name: 'paypal',

    createOrder: ({ requestId, amount, customId, description }) =>
      call(
        {
          path: '/v2/checkout/orders',
          requestId,
          body: {
            intent: 'CAPTURE',
            purchase_units: [
              {
                reference_id: 'default',
                custom_id: customId,
                description: truncate(description, maxDescriptionLength),
                amount: { currency_code: priceCurrency, value: centsToDecimal(amount) },
              },
            ],
            payment_source: {
              paypal: {
                experience_context: {
                  brand_name: 'Khmer Learning',
                  user_action: 'PAY_NOW',
                  shipping_preference: 'NO_SHIPPING',
                  return_url: `${publicUrl}/complete`,
                  cancel_url: `${publicUrl}/cancel`,
                },
              },
            },
          },
        },
        orderResponseSchema,
      ),

    getOrder: (id) =>
      nullIfNotFound(call({ path: resourcePath('/v2/checkout/orders', id) }, orderResponseSchema)),

    capture: (id, requestId) =>
      call(
        { path: `${resourcePath('/v2/checkout/orders', id)}/capture`, requestId, body: {} },
        orderResponseSchema,
      ),

    getCapture: (id) =>
      nullIfNotFound(call({ path: resourcePath('/v2/payments/captures', id) }, captureResponseSchema)),

    refund: ({ captureId, requestId, amount, reason }) =>
      call(
        {
          path: `${resourcePath('/v2/payments/captures', captureId)}/refund`,
          requestId,
          body: {
            amount: { currency_code: priceCurrency, value: centsToDecimal(amount) },
            custom_id: requestId,
            ...(reason === null ? {} : { note_to_payer: truncate(reason, maxNoteLength) }),
          },
        },
        refundResponseSchema,
      ),

    getRefund: (id) =>
      nullIfNotFound(call({ path: resourcePath('/v2/payments/refunds', id) }, refundResponseSchema)),

    async verifyWebhook(headers, body) {
      if (!(await hasValidSignature(headers, body, { webhookId, loadCertificate }))) return null;
      return parseWebhookEvent(body);
    },
  };
}

async function nullIfNotFound<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ProviderRejectedError && error.reason === 'not-found') return null;
    throw error;
  }
}

function truncate(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}

function parseWebhookEvent(body: Buffer): ProviderWebhookEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
  const { success, data: event } = webhookEventSchema.safeParse(value);
  if (!success) return null;
  const { id, event_type: type, resource } = event;
  const emptyEvent = { id, orderId: null, captureId: null, refundId: null };
  if (!resource?.id) return { ...emptyEvent, kind: 'other' };
  const orderId = resource.supplementary_data?.related_ids.order_id ?? null;
  if (/^CHECKOUT\.ORDER\.(APPROVED|COMPLETED)$/.test(type))
    return { ...emptyEvent, kind: 'approved', orderId: resource.id };
  const linkedCaptureId = captureIdFromLinks(resource.links);
  if (type === 'PAYMENT.CAPTURE.REFUNDED')
    return { ...emptyEvent, kind: 'refunded', orderId, captureId: linkedCaptureId, refundId: resource.id };
  // The resource of a reversal is either the capture itself or a refund that links to the capture.
  if (type === 'PAYMENT.CAPTURE.REVERSED')
    return { ...emptyEvent, kind: 'reversed', orderId, captureId: linkedCaptureId ?? resource.id };
  if (type.startsWith('PAYMENT.CAPTURE.'))
    return { ...emptyEvent, kind: 'captured', orderId, captureId: resource.id };
  return { ...emptyEvent, kind: 'other' };
}
