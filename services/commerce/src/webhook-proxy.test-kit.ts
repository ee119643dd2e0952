import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { headerNames, paymentsWebhook } from '@khmer-learning/contracts';
import type { createInternalTokenSigner } from '@khmer-learning/service-kit';

/** Takes the place of the gateway: forwards the provider's webhooks to the service as public calls. */
export interface WebhookProxy {
  readonly url: string;
  /** The address of the service; null while it is down, so that every webhook fails. */
  target: string | null;
  /** The statuses of all responses to the provider. */
  readonly statuses: number[];
  close(): Promise<void>;
}

/** Starts a proxy on a free port. `sign` creates the internal tokens. */
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
