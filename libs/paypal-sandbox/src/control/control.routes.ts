import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { captureOrder, decide, findOrder, isOpen, voidOrder } from '../orders/order.service.ts';
import { reverse, settle } from '../payments/payment.service.ts';
import type { Sandbox } from '../sandbox.ts';
import { outcomes } from '../store/records.ts';
import { transmissionHeaders } from '../webhooks/transmission-headers.ts';
import { transmissionId, wireTime } from '../wire/ids.ts';
import { parseBody } from '../wire/parse-body.ts';
import { noSuchResource, unprocessable } from '../wire/paypal-error.ts';
import type { CallLog } from './call-log.ts';
import { failureSchema } from './failures.ts';
import { switchesSchema } from './switches.ts';
import { totalsOf } from './totals.ts';

const decisionSchema = z.strictObject({ outcome: z.enum(outcomes) });
const signSchema = z.strictObject({ body: z.string() });

/** What PayPal has no calls for: for tests, and for whoever tries things out. */
export function controlRoutes(app: FastifyInstance, sandbox: Sandbox, calls: CallLog): void {
  const { store, switches, failures, certificates, credentials, deliveries, urlOf } = sandbox;
  const atStart = { ...switches };
  type WithId = { Params: { id: string } };

  app.get('/sandbox/authority.pem', (_request, reply) =>
    reply.type('application/x-pem-file').send(certificates.authorityPem),
  );

  app.get('/sandbox/switches', () => switches);
  app.patch('/sandbox/switches', (request) =>
    Object.assign(switches, parseBody(switchesSchema.partial(), request.body)),
  );
  app.post('/sandbox/failures', (request, reply) => {
    failures.add(parseBody(failureSchema, request.body));
    return reply.code(204).send();
  });

  app.get('/sandbox/orders', () => store.all('orders'));
  app.get('/sandbox/captures', () => store.all('captures'));
  app.get('/sandbox/refunds', () => store.all('refunds'));
  app.get('/sandbox/webhooks', () => store.all('events'));
  app.get('/sandbox/calls', () => calls.all());
  app.get('/sandbox/totals', () => totalsOf(store));

  app.post<WithId>('/sandbox/orders/:id/decide', (request) => {
    const { outcome } = parseBody(decisionSchema, request.body);
    const order = findOrder(sandbox, request.params.id);
    if (!isOpen(order)) throw unprocessable('ORDER_NOT_OPEN', 'The payer has decided already.');
    return decide(sandbox, order, outcome);
  });
  app.post<WithId>('/sandbox/orders/:id/capture', (request) => captureOrder(sandbox, request.params.id));
  app.post<WithId>('/sandbox/orders/:id/void', (request) => voidOrder(sandbox, request.params.id));
  app.post<WithId>('/sandbox/captures/:id/complete', (request) =>
    settle(sandbox, request.params.id, 'complete'),
  );
  app.post<WithId>('/sandbox/captures/:id/deny', (request) => settle(sandbox, request.params.id, 'deny'));
  app.post<WithId>('/sandbox/captures/:id/reverse', (request) => reverse(sandbox, request.params.id));

  app.post<WithId>('/sandbox/webhooks/:id/resend', (request, reply) => {
    if (!deliveries.resend(request.params.id)) throw noSuchResource();
    return reply.code(202).send();
  });
  app.post('/sandbox/sign', (request) => {
    const { body } = parseBody(signSchema, request.body);
    const transmission = { id: transmissionId(), time: wireTime() };
    const by = { certificates, webhookId: credentials.webhookId, urlOf };
    return transmissionHeaders(transmission, body, by);
  });

  app.post('/sandbox/tokens/expire', (_request, reply) => {
    store.clear('tokens');
    return reply.code(204).send();
  });
  app.post('/sandbox/reset', (_request, reply) => {
    store.clear();
    failures.clear();
    calls.clear();
    Object.assign(switches, atStart);
    return reply.code(204).send();
  });
}
