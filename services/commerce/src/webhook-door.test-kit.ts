import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { headerNames, paymentsWebhook } from '@khmer-learning/contracts';
import type { createInternalTokenSigner } from '@khmer-learning/service-kit';

/** What stands where the gateway does: takes the provider's notifications to the service, as a public call. */
export interface WebhookDoor {
  readonly url: string;
  /** Where the service is now; null: it is away, and every notification fails. */
  target: string | null;
  /** Every answer that the provider was given. */
  readonly answers: number[];
  close(): Promise<void>;
}

export async function openWebhookDoor(sign: ReturnType<typeof createInternalTokenSigner>): Promise<WebhookDoor> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const status = await passOn(request.headers, Buffer.concat(chunks)).catch(() => 503);
    door.answers.push(status);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function passOn(from: NodeJS.Dict<string | string[]>, body: Buffer): Promise<number> {
    if (!door.target) return 503;
    const signed = Object.entries(from).filter(([name]) => name.startsWith('paypal-'));
    const token = sign({ audience: 'commerce', requestId: 'webhook', principal: { kind: 'public' } });
    const answer = await fetch(`${door.target}${paymentsWebhook.path}`, {
      method: 'POST',
      headers: {
        ...Object.fromEntries(signed.map(([name, value]) => [name, String(value)])),
        'content-type': 'application/json',
        [headerNames.internalToken]: token,
      },
      body,
    });
    return answer.status;
  }

  const door: WebhookDoor = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/payments/webhook`,
    target: null,
    answers: [],
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return door;
}
