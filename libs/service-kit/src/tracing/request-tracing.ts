import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isTracing, type RequestSpan, startRequestSpan } from './tracing.ts';

/**
 * Traces all requests of an app except probes; does nothing when tracing is off.
 *
 * @param options.parentOf the caller's `traceparent`; only from trusted callers
 * @param options.ignored paths that are not traced
 */
export function registerRequestTracing(
  app: FastifyInstance,
  options: {
    ignored: ReadonlySet<string>;
    parentOf: (request: IncomingMessage) => string | undefined;
  },
): void {
  if (!isTracing()) return;
  const spans = new WeakMap<IncomingMessage, RequestSpan>();

  app.addHook('onRequest', (request, _reply, done) => {
    if (options.ignored.has(request.url)) return done();
    const { method, id: requestId, raw } = request;
    const span = startRequestSpan({ method, requestId, parent: options.parentOf(raw) });
    spans.set(raw, span);
    span.run(done);
  });
  // The end of the body is emitted outside the async context in which the request started.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request.raw);
    if (span) span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    spans.get(request.raw)?.end({ route, status: reply.statusCode });
    done();
  });
}
