import { priceCurrency } from '@khmer-learning/contracts';
import { type PaymentProvider, type ProviderNotice, ProviderRefusal } from '../provider.ts';
import { toDecimal } from './money.ts';
import { createPaypalClient, type PaypalSettings } from './paypal-client.ts';
import { captureAbove, eventSchema, readCapture, readOrder, readRefund } from './paypal-schemas.ts';
import { createCertificates } from './webhook-certificates.ts';
import { isSigned } from './webhook-signature.ts';

/** PayPal's limit for a description and for a note to the payer. */
const longestDescription = 127;
const longestNote = 255;

export interface PaypalOptions extends PaypalSettings {
  readonly webhookId: string;
  /** Where the payer comes back to: `/complete` and `/cancel` of it. */
  readonly publicUrl: string;
  /** Whether certificates may also come from the host of `baseUrl`, whatever it is: a stand-in for PayPal. */
  readonly trustsBaseUrl: boolean;
  /** See `CertificatesOptions`. */
  readonly authorities: string;
  readonly onUntrusted: (certificateUrl: string) => void;
}

/** PayPal, Orders v2 and Payments v2. */
export function createPaypal(options: PaypalOptions): PaymentProvider {
  const { baseUrl, webhookId, publicUrl, trustsBaseUrl, authorities, onUntrusted } = options;
  const call = createPaypalClient(options);
  const certificates = createCertificates({
    ownHost: trustsBaseUrl ? new URL(baseUrl).host : null,
    authorities,
    onUntrusted,
  });
  const at = (folder: string, id: string) => `${folder}/${encodeURIComponent(id)}`;

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
                description: shortened(description, longestDescription),
                amount: { currency_code: priceCurrency, value: toDecimal(amount) },
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
        readOrder,
      ),

    getOrder: (id) => unlessMissing(call({ path: at('/v2/checkout/orders', id) }, readOrder)),

    capture: (id, requestId) =>
      call({ path: `${at('/v2/checkout/orders', id)}/capture`, requestId, body: {} }, readOrder),

    getCapture: (id) => unlessMissing(call({ path: at('/v2/payments/captures', id) }, readCapture)),

    refund: ({ captureId, requestId, amount, reason }) =>
      call(
        {
          path: `${at('/v2/payments/captures', captureId)}/refund`,
          requestId,
          body: {
            amount: { currency_code: priceCurrency, value: toDecimal(amount) },
            custom_id: requestId,
            ...(reason === null ? {} : { note_to_payer: shortened(reason, longestNote) }),
          },
        },
        readRefund,
      ),

    getRefund: (id) => unlessMissing(call({ path: at('/v2/payments/refunds', id) }, readRefund)),

    async verifyWebhook(headers, body) {
      if (!(await isSigned(headers, body, { webhookId, certificates }))) return null;
      return readNotice(body);
    },
  };
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ProviderRefusal && error.reason === 'not-found') return null;
    throw error;
  }
}

function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

function readNotice(body: Buffer): ProviderNotice | null {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
  const { success, data: event } = eventSchema.safeParse(value);
  if (!success) return null;
  const { id, event_type: type, resource } = event;
  const nothing = { id, orderId: null, captureId: null, refundId: null };
  if (!resource?.id) return { ...nothing, kind: 'other' };
  const orderId = resource.supplementary_data?.related_ids.order_id ?? null;
  if (/^CHECKOUT\.ORDER\.(APPROVED|COMPLETED)$/.test(type))
    return { ...nothing, kind: 'approved', orderId: resource.id };
  const above = captureAbove(resource.links);
  if (type === 'PAYMENT.CAPTURE.REFUNDED')
    return { ...nothing, kind: 'refunded', orderId, captureId: above, refundId: resource.id };
  // What has been reversed is told as the capture itself, or as the money that went back, below the capture.
  if (type === 'PAYMENT.CAPTURE.REVERSED')
    return { ...nothing, kind: 'reversed', orderId, captureId: above ?? resource.id };
  if (type.startsWith('PAYMENT.CAPTURE.'))
    return { ...nothing, kind: 'captured', orderId, captureId: resource.id };
  return { ...nothing, kind: 'other' };
}
