import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaypalSandbox } from './start-paypal-sandbox.ts';

/** The fields of PayPal's responses that tests use. */
export interface WireBody {
  id: string;
  status: string;
  name: string;
  message: string;
  debug_id: string;
  error: string;
  access_token: string;
  verification_status: string;
  details: { issue: string; field?: string }[];
  links: { href: string; rel: string; method: string }[];
  amount: { currency_code: string; value: string };
  custom_id: string;
  invoice_id: string;
  payer: { payer_id: string };
  purchase_units: {
    custom_id?: string;
    amount?: WireBody['amount'];
    payments: { captures: WireBody[] };
  }[];
  seller_payable_breakdown: { total_refunded_amount: WireBody['amount'] };
}

export interface WireResponse {
  status: number;
  headers: Headers;
  body: WireBody;
}

/** A merchant's client of the wire API. */
export interface WireClient {
  /** Sends a call with the client's token. */
  call(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<WireResponse>;
  /** Creates an order of 12 dollars. */
  createOrder(unit?: object): Promise<WireBody>;
  captureOrder(orderId: string, headers?: Record<string, string>): Promise<WireResponse>;
  refundCapture(captureId: string, body?: object, headers?: Record<string, string>): Promise<WireResponse>;
  /** Creates a paid order and its capture. */
  createPaidOrder(unit?: object): Promise<{ createOrder: WireBody; captureOrder: WireBody }>;
}

/** Requests an access token with the sandbox's credentials. */
export async function requestAccessToken({ url, clientId, clientSecret }: PaypalSandbox): Promise<string> {
  const response = await fetch(`${url}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  return ((await response.json()) as WireBody).access_token;
}

/**
 * Creates a client.
 *
 * @param existingToken default: a new token
 */
export async function createWireClient(sandbox: PaypalSandbox, existingToken?: string): Promise<WireClient> {
  const token = existingToken ?? (await requestAccessToken(sandbox));
  const call: WireClient['call'] = async (method, path, { body, headers } = {}) => {
    const response = await fetch(sandbox.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as WireBody,
    };
  };
  const client: WireClient = {
    call,
    async createOrder(unit = {}) {
      const body = orderBody(unit);
      return (await call('POST', '/v2/checkout/orders', { body })).body;
    },
    captureOrder: (id, headers = {}) => call('POST', `/v2/checkout/orders/${id}/capture`, { headers }),
    refundCapture: (id, body, headers = {}) =>
      call('POST', `/v2/payments/captures/${id}/refund`, { headers, ...(body ? { body } : {}) }),
    async createPaidOrder(unit = {}) {
      const order = await client.createOrder(unit);
      await sandbox.control.decide(order.id, 'approve');
      const answer = await client.captureOrder(order.id);
      return { createOrder: answer.body, captureOrder: captureOf(answer.body) };
    },
  };
  return client;
}

/** The body of an order of 12 dollars. */
export function orderBody(unit: object = {}): object {
  return {
    intent: 'CAPTURE',
    purchase_units: [{ amount: { currency_code: 'USD', value: '12.00' }, ...unit }],
    application_context: {
      brand_name: 'Khmer Learning',
      return_url: 'http://localhost:8080/complete',
      cancel_url: 'http://localhost:8080/cancel',
    },
  };
}

/** The capture in an order's response. */
export function captureOf(order: WireBody): WireBody {
  const capture = order.purchase_units[0]?.payments.captures[0];
  if (capture === undefined) throw new Error('The order has no capture');
  return capture;
}

/** A received webhook. */
export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  /** The raw body. */
  text: string;
  event: { id: string; event_type: string; resource_type: string; resource: WireBody };
}

/** A merchant's webhook receiver. */
export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  /** The response status. */
  status: number;
  close(): Promise<void>;
}

/**
 * Starts a webhook receiver.
 *
 * @param port default: any free port
 */
export async function startWebhookReceiver(port = '0'): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      receiver.received.push({ headers: request.headers, text, event: JSON.parse(text) });
      response.writeHead(receiver.status).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(Number(port), '127.0.0.1', resolve);
  });
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received: [],
    status: 200,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return receiver;
}
