import type { FastifyInstance } from 'fastify';
import { applyPayerDecision, isOrderOpen } from '../orders/order.service.ts';
import { sandboxPayer } from '../orders/order.view.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Order, type PayerDecision, payerDecisions } from '../store/records.ts';
import { renderApprovalPage, renderMessagePage } from './approval-page.ts';

/** Where a payer goes from the approval page. */
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

/** The page on which the payer decides; plain forms, no script. */
export function approvalRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { store } = sandbox;
  interface ApprovalRequest {
    Querystring: { token?: string };
    Body: { outcome?: string } | undefined;
  }
  const path = '/checkoutnow';

  app.addHook('onSend', async (_request, reply) => {
    // Forms may lead anywhere: they end at the merchant's address.
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    reply.header('cache-control', 'no-store');
    reply.type('text/html; charset=utf-8');
  });

  app.get<ApprovalRequest>(path, (request, reply) => {
    const order = store.get('orders', request.query.token ?? '');
    if (order === undefined) return reply.code(404).send(renderMessagePage('There is no such payment'));
    if (isOrderOpen(order)) return renderApprovalPage(order);
    return renderMessagePage(
      'This payment has been dealt with',
      returnUrlOf(order, order.status === 'VOIDED'),
    );
  });

  app.post<ApprovalRequest>(path, (request, reply) => {
    const order = store.get('orders', request.query.token ?? '');
    const outcome = request.body?.outcome;
    if (order === undefined) return reply.code(404).send(renderMessagePage('There is no such payment'));
    if (!isPayerDecision(outcome))
      return reply.code(400).send(renderMessagePage('Choose one of the ways to go on'));
    // A form that is sent twice, or after the browser's back button, decides once.
    if (isOrderOpen(order)) applyPayerDecision(sandbox, order, outcome);
    const back = returnUrlOf(order, isOrderOpen(order) ? outcome === 'cancel' : order.status === 'VOIDED');
    if (back === undefined) return renderMessagePage('You can close this page and go back to the shop');
    return reply.redirect(back, 303);
  });
}
