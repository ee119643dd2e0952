import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEventBody } from '@khmer-learning/contracts';
import { Webhook } from 'standardwebhooks';

/** A request as it came in. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const closers = new Set<() => void>();
afterAll(() => {
  for (const close of closers) close();
});

/** Starts a receiver of webhooks on this machine. It answers 204, until a test lets it answer differently. */
export async function startReceiver() {
  const received: Received[] = [];
  let answer = (response: ServerResponse, _request: Received): unknown => response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { url: path = '', headers } = request;
    received.push({ path, headers, body });
    answer(response, { path, headers, body });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerBy(next: typeof answer) {
      answer = next;
    },
  };
}

/** The bodies, verified with the secret by the library of Standard Webhooks. @throws for a signature that is not valid */
export function verifyAll(secret: string, received: readonly Received[]): WebhookEventBody[] {
  const webhook = new Webhook(secret);
  return received.map(
    ({ body, headers }) => webhook.verify(body, headers as Record<string, string>) as WebhookEventBody,
  );
}
