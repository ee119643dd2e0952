import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { headerNames, paymentsWebhook } from '@khmer-learning/contracts';
import type { createInternalTokenSigner } from '@khmer-learning/service-kit';

/** What stands where the gateway does: takes the provider's notifications to the service, as a public call. */
export interface WebhookProxy {
  readonly url: string;
  /** Where the service is now; null: it is away, and every notification fails. */
  target: string | null;
  /** Every answer that the provider was given. */
  readonly statuses: number[];
  close(): Promise<void>;
}

export async function startWebhookProxy(
  sign: ReturnType<typeof createInternalTokenSigner>,
): Promise<WebhookProxy> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const status = await forward(request.headers, Buffer.concat(chunks)).catch(() => 503);
    proxy.statuses.push(status);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function forward(incomingHeaders: NodeJS.Dict<string | string[]>, body: Buffer): Promise<number> {
    if (!proxy.target) return 503;
    const signatureHeaders = Object.entries(incomingHeaders).filter(([name]) => name.startsWith('paypal-'));
    const token = sign({ audience: 'commerce', requestId: 'webhook', principal: { kind: 'public' } });
    const answer = await fetch(`${proxy.target}${paymentsWebhook.path}`, {
      method: 'POST',
      headers: {
        ...Object.fromEntries(signatureHeaders.map(([name, value]) => [name, String(value)])),
        'content-type': 'application/json',
        [headerNames.internalToken]: token,
      },
      body,
    });
    return answer.status;
  }

  const proxy: WebhookProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/payments/webhook`,
    target: null,
    statuses: [],
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return proxy;
}
