import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { applyPayerDecision, captureOrder, isOrderOpen, voidOrder } from '../orders/order.service.ts';
import { reverseCapture, settleCapture } from '../payments/payment.service.ts';
import type { Sandbox } from '../sandbox.ts';
import { payerDecisions } from '../store/records.ts';
import { transmissionHeaders } from '../webhooks/transmission-headers.ts';
import { formatWireTime, newTransmissionId } from '../wire/ids.ts';
import { parseBody } from '../wire/parse-body.ts';
import { resourceNotFound, unprocessableEntity } from '../wire/paypal-error.ts';
import type { CallLog } from './call-log.ts';
import { failureSchema } from './failure-queue.ts';
import { computeTotals } from './money-totals.ts';
import { switchesSchema } from './switches.ts';

const decisionSchema = z.strictObject({ outcome: z.enum(payerDecisions) });
const signSchema = z.strictObject({ body: z.string() });

/** Control endpoints without a PayPal equivalent, for tests and manual experiments. */
export function controlRoutes(app: FastifyInstance, sandbox: Sandbox, calls: CallLog): void {
  const { store, switches, failures, certificates, credentials, webhooks, urlOf } = sandbox;
  const initialSwitches = { ...switches };
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
  app.get('/sandbox/totals', () => computeTotals(store));

  app.post<WithId>('/sandbox/orders/:id/decide', (request) => {
    const { outcome } = parseBody(decisionSchema, request.body);
    const order = store.require('orders', request.params.id);
    if (!isOrderOpen(order)) throw unprocessableEntity('ORDER_NOT_OPEN', 'The payer has already decided.');
    return applyPayerDecision(sandbox, order, outcome);
  });
  app.post<WithId>('/sandbox/orders/:id/capture', (request) => captureOrder(sandbox, request.params.id));
  app.post<WithId>('/sandbox/orders/:id/void', (request) => voidOrder(sandbox, request.params.id));
  app.post<WithId>('/sandbox/captures/:id/complete', (request) =>
    settleCapture(sandbox, request.params.id, 'complete'),
  );
  app.post<WithId>('/sandbox/captures/:id/deny', (request) =>
    settleCapture(sandbox, request.params.id, 'deny'),
  );
  app.post<WithId>('/sandbox/captures/:id/reverse', (request) => reverseCapture(sandbox, request.params.id));

  app.post<WithId>('/sandbox/webhooks/:id/resend', (request, reply) => {
    if (!webhooks.resend(request.params.id)) throw resourceNotFound();
    return reply.code(202).send();
  });
  app.post('/sandbox/sign', (request) => {
    const { body } = parseBody(signSchema, request.body);
    const transmission = { id: newTransmissionId(), time: formatWireTime() };
    const signer = { certificates, webhookId: credentials.webhookId, urlOf };
    return transmissionHeaders(transmission, body, signer);
  });

  app.post('/sandbox/tokens/expire', (_request, reply) => {
    store.clear('tokens');
    return reply.code(204).send();
  });
  app.post('/sandbox/reset', (_request, reply) => {
    store.clear();
    failures.clear();
    calls.clear();
    Object.assign(switches, initialSwitches);
    return reply.code(204).send();
  });
}
