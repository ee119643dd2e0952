import Fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { approvalRoutes } from './approval/approval.routes.ts';
import { OauthError, requireAccessToken, tokenRoutes } from './auth/token.routes.ts';
import { type CallLog, createCallLog } from './control/call-log.ts';
import { controlRoutes } from './control/control.routes.ts';
import { orderRoutes } from './orders/order.routes.ts';
import { paymentRoutes } from './payments/payment.routes.ts';
import type { Sandbox } from './sandbox.ts';
import { webhookRoutes } from './webhooks/webhook.routes.ts';
import { registerFailureInjection } from './wire/failure-injection.ts';
import { requestIdOf } from './wire/idempotency.ts';
import { newDebugId } from './wire/ids.ts';
import { errorForStatus, invalidRequest, PaypalError } from './wire/paypal-error.ts';

/** Builds the sandbox's Fastify app without listening. */
export function buildApp(sandbox: Sandbox, options: { logLevel: string }): FastifyInstance {
  const app = Fastify({
    logger: { level: options.logLevel, base: { service: 'paypal' } },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  const calls = createCallLog();
  registerBodyParsers(app);
  registerErrorHandlers(app);
  for (const probe of ['/healthz', '/readyz']) app.get(probe, () => ({ status: 'ok' }));
  void app.register(async (scope) => {
    registerCallLog(scope, calls);
    scope.addHook('onRequest', async (request) => {
      const { call } = request.routeOptions.config;
      if (call === undefined || call === 'oauth2.token') return;
      requireAccessToken(request, sandbox);
      if (request.method === 'POST') requireJsonContentType(request.headers['content-type']);
    });
    registerFailureInjection(scope, sandbox.failures);
    tokenRoutes(scope, sandbox);
    orderRoutes(scope, sandbox);
    paymentRoutes(scope, sandbox);
    webhookRoutes(scope, sandbox);
  });
  void app.register(async (scope) => approvalRoutes(scope, sandbox));
  void app.register(async (scope) => controlRoutes(scope, sandbox, calls));
  return app;
}

function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(String(text)));
    } catch {
      done(
        invalidRequest([
          { issue: 'MALFORMED_REQUEST_JSON', description: 'The request JSON is not well formed.' },
        ]),
      );
    }
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );
}

/** PayPal requires it even for a capture, which has no body. */
function requireJsonContentType(contentType: string | undefined): void {
  if (!contentType?.startsWith('application/json')) throw errorForStatus(415);
}

function registerErrorHandlers(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => {
    const id = newDebugId();
    return reply.code(404).header('paypal-debug-id', id).send(errorForStatus(404).body(id));
  });
  app.setErrorHandler((error: FastifyError | PaypalError | OauthError, request, reply) => {
    const id = newDebugId();
    void reply.header('paypal-debug-id', id).type('application/json');
    if (error instanceof OauthError) return reply.code(error.status).send(error.body());
    if (error instanceof PaypalError) return reply.code(error.status).send(error.body(id));
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, 'Request failed');
    return reply.code(status).send(errorForStatus(status).body(id));
  });
}

function registerCallLog(app: FastifyInstance, calls: CallLog): void {
  app.addHook('onSend', async (request, reply) => {
    const { call } = request.routeOptions.config;
    const requestId = requestIdOf(request);
    if (call === undefined) return;
    calls.add({
      call,
      path: request.url,
      ...(requestId === undefined ? {} : { requestId }),
      status: reply.statusCode,
      at: new Date().toISOString(),
    });
    if (!reply.hasHeader('paypal-debug-id')) reply.header('paypal-debug-id', newDebugId());
  });
}
