import type { FastifyInstance } from 'fastify';
import { applyPayerDecision, isOrderOpen } from '../orders/order.service.ts';
import { sandboxPayer } from '../orders/order.view.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Order, type PayerDecision, payerDecisions } from '../store/records.ts';
import { renderApprovalPage, renderMessagePage } from './approval-page.ts';

/** The payer's return URL after the approval page. */
function returnUrlOf(order: Order, isCancelled: boolean): string | undefined {
  const address = isCancelled ? order.cancelUrl : order.returnUrl;
  if (address === undefined) return undefined;
  const url = new URL(address);
  url.searchParams.set('token', order.id);
  if (!isCancelled) url.searchParams.set('PayerID', sandboxPayer.payer_id);
  return url.href;
}

const isPayerDecision = (value: unknown): value is PayerDecision =>
  payerDecisions.some((outcome) => outcome === value);

/** The approval page; plain forms without script. */
export function approvalRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { store } = sandbox;
  interface ApprovalRequest {
    Querystring: { token?: string };
    Body: { outcome?: string } | undefined;
  }
  const path = '/checkoutnow';

  app.addHook('onSend', async (_request, reply) => {
    // No `form-action`: the forms redirect to the merchant's address.
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    reply.header('cache-control', 'no-store');
    reply.type('text/html; charset=utf-8');
  });

  app.get<ApprovalRequest>(path, (request, reply) => {
    const order = store.get('orders', request.query.token ?? '');
    if (order === undefined) return reply.code(404).send(renderMessagePage('Payment not found'));
    if (isOrderOpen(order)) return renderApprovalPage(order);
    return renderMessagePage(
      'This payment has already been processed',
      returnUrlOf(order, order.status === 'VOIDED'),
    );
  });

  app.post<ApprovalRequest>(path, (request, reply) => {
    const order = store.get('orders', request.query.token ?? '');
    const outcome = request.body?.outcome;
    if (order === undefined) return reply.code(404).send(renderMessagePage('Payment not found'));
    if (!isPayerDecision(outcome))
      return reply.code(400).send(renderMessagePage('Choose one of the options'));
    // A form that is submitted again has no further effect.
    if (isOrderOpen(order)) applyPayerDecision(sandbox, order, outcome);
    const back = returnUrlOf(order, isOrderOpen(order) ? outcome === 'cancel' : order.status === 'VOIDED');
    if (back === undefined) return renderMessagePage('You can close this page and return to the shop');
    return reply.redirect(back, 303);
  });
}
