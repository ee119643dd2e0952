import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import { runIdempotently } from '../wire/idempotency.ts';
import { parseBody } from '../wire/parse-body.ts';
import { prefersRepresentation } from '../wire/prefer-header.ts';
import { findCapture, findRefund, refundCapture, refundRequestSchema } from './payment.service.ts';
import { captureView, minimalRefundView, refundView } from './payment.view.ts';

/** Endpoints of captures and refunds. */
export function paymentRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { store, urlOf } = sandbox;
  type WithId = { Params: { id: string } };

  app.get<WithId>('/v2/payments/captures/:id', { config: { call: 'captures.get' } }, (request) =>
    captureView(findCapture(sandbox, request.params.id), urlOf),
  );

  app.post<WithId>(
    '/v2/payments/captures/:id/refund',
    { config: { call: 'captures.refund' } },
    (request, reply) => {
      const body = parseBody(refundRequestSchema, request.body);
      findCapture(sandbox, request.params.id);
      const { resourceId, isReplay } = runIdempotently(
        store,
        request,
        () => refundCapture(sandbox, request.params.id, body).id,
      );
      const view = prefersRepresentation(request) ? refundView : minimalRefundView;
      return reply.code(isReplay ? 200 : 201).send(view(findRefund(sandbox, resourceId), urlOf));
    },
  );

  app.get<WithId>('/v2/payments/refunds/:id', { config: { call: 'refunds.get' } }, (request) =>
    refundView(findRefund(sandbox, request.params.id), urlOf),
  );
}
