import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import { runIdempotently } from '../wire/idempotency.ts';
import { parseBody, prefersRepresentation } from '../wire/parse-body.ts';
import { refundCapture, refundRequestSchema } from './payment.service.ts';
import { captureView, minimalRefundView, refundView } from './payment.view.ts';

export function paymentRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { store, urlOf } = sandbox;
  type WithId = { Params: { id: string } };

  app.get<WithId>('/v2/payments/captures/:id', { config: { call: 'captures.get' } }, (request) =>
    captureView(store.require('captures', request.params.id), urlOf),
  );

  app.post<WithId>(
    '/v2/payments/captures/:id/refund',
    { config: { call: 'captures.refund' } },
    (request, reply) => {
      const body = parseBody(refundRequestSchema, request.body);
      store.require('captures', request.params.id);
      const refund = () => refundCapture(sandbox, request.params.id, body).id;
      const { resourceId, isReplay } = runIdempotently(store, request, refund);
      const view = prefersRepresentation(request) ? refundView : minimalRefundView;
      return reply.code(isReplay ? 200 : 201).send(view(store.require('refunds', resourceId), urlOf));
    },
  );

  app.get<WithId>('/v2/payments/refunds/:id', { config: { call: 'refunds.get' } }, (request) =>
    refundView(store.require('refunds', request.params.id), urlOf),
  );
}
