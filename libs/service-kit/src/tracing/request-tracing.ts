import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isTracing, type RequestSpan, startRequestSpan } from './tracing.ts';

/**
 * Traces every request of an app but the probes; does nothing in a process that sends no traces.
 *
 * @param options.parentOf the caller's trace; only of a caller that is one of us
 * @param options.ignored paths that are asked many times a second
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
  // The end of a body is heard of outside of the context that the request began in.
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
