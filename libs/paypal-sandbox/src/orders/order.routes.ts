import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import { requestIdOf, runIdempotently } from '../wire/idempotency.ts';
import { parseBody, prefersRepresentation } from '../wire/parse-body.ts';
import { invalidRequest } from '../wire/paypal-error.ts';
import { orderRequestSchema } from './order.schema.ts';
import { captureOrder, createOrder } from './order.service.ts';
import { capturedOrderView, createdOrderView, orderView, paymentsOf } from './order.view.ts';

export function orderRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { store, urlOf } = sandbox;
  type WithId = { Params: { id: string } };

  app.post('/v2/checkout/orders', { config: { call: 'orders.create' } }, (request, reply) => {
    const body = parseBody(orderRequestSchema, request.body);
    if (body.payment_source !== undefined && requestIdOf(request) === undefined)
      throw invalidRequest([
        {
          issue: 'PAYPAL_REQUEST_ID_REQUIRED',
          field: 'PayPal-Request-Id',
          location: 'header',
          description:
            "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
        },
      ]);
    const { resourceId, isReplay } = runIdempotently(store, request, () => createOrder(sandbox, body).id);
    const order = store.require('orders', resourceId);
    return reply
      .code(isReplay ? 200 : 201)
      .send(
        prefersRepresentation(request)
          ? orderView(order, paymentsOf(store, order), urlOf)
          : createdOrderView(order, urlOf),
      );
  });

  app.get<WithId>('/v2/checkout/orders/:id', { config: { call: 'orders.get' } }, (request) => {
    const order = store.require('orders', request.params.id);
    return orderView(order, paymentsOf(store, order), urlOf);
  });

  app.post<WithId>(
    '/v2/checkout/orders/:id/capture',
    { config: { call: 'orders.capture' } },
    (request, reply) => {
      const { id } = store.require('orders', request.params.id);
      const { resourceId, isReplay } = runIdempotently(store, request, () => captureOrder(sandbox, id).id);
      const order = store.require('orders', resourceId);
      const view = prefersRepresentation(request) ? orderView : capturedOrderView;
      return reply.code(isReplay ? 200 : 201).send(view(order, paymentsOf(store, order), urlOf));
    },
  );
}
