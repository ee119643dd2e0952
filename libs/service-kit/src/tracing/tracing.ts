import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { type JsMsg, headers as natsHeaders } from 'nats';
import type { Logger } from 'pino';

/** The only W3C trace context header that is sent: the parent span (https://www.w3.org/TR/trace-context/). */
const traceparentHeader = 'traceparent';

/** The trace exporter of this process. */
export type Tracing = ReturnType<typeof startTracing>;

let tracing = false;

/** Whether tracing is on. If not, the functions here do nothing. */
export function isTracing(): boolean {
  return tracing;
}

/**
 * Exports the traces of this process in batches, as OTLP/HTTP JSON.
 *
 * @param options.name the service's name in traces
 * @param options.endpoint the collector's base URL (`http://collector:4318`); without one, tracing is off and
 * OpenTelemetry's SDK is not loaded
 */
export function startTracing(options: { name: string; endpoint: string | undefined; logger: Logger }) {
  const { name, endpoint, logger } = options;
  if (endpoint === undefined) return { stop: async () => undefined };
  tracing = true;
  const provider = openProvider(name, endpoint);
  provider.catch((error: unknown) => logger.error({ err: error }, 'Could not start the trace exporter'));
  return {
    /** Sends the remaining spans, then stops. */
    async stop(): Promise<void> {
      tracing = false;
      await (await provider)
        .shutdown()
        .catch((error: unknown) => logger.warn({ err: error }, 'Could not send the remaining traces'));
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

async function openProvider(name: string, endpoint: string) {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': name, 'service.namespace': 'khmer-learning' }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 1_000 })],
  });
  provider.register();
  return provider;
}

const tracer = () => trace.getTracer('khmer-learning');

/** Attribute names of OpenTelemetry's HTTP and messaging conventions. */
const attributes = {
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  requestId: 'khmer_learning.request_id',
  destination: 'messaging.destination.name',
  consumer: 'messaging.consumer.group.name',
} as const;

/** The current trace context as headers for a call to another process; empty when not traced. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {};
  if (tracing) propagation.inject(context.active(), carrier);
  return carrier;
}

/** The current `traceparent`, which an outbox row stores until it is published. */
export function currentTraceparent(): string | undefined {
  return traceHeaders()[traceparentHeader];
}

/** Message headers that continue a trace; undefined without a parent. */
export function traceMessageHeaders(parent: string | undefined) {
  if (parent === undefined) return undefined;
  const headers = natsHeaders();
  headers.set(traceparentHeader, parent);
  return headers;
}

const contextFromTraceparent = (parent: string | undefined): Context =>
  parent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { [traceparentHeader]: parent });

/** The span of a traced request. */
export type RequestSpan = ReturnType<typeof startRequestSpan>;

/** Starts the server span of a request; `parent` is the `traceparent` of a trusted caller. */
export function startRequestSpan(request: { method: string; requestId: string; parent: string | undefined }) {
  const { method, requestId, parent } = request;
  const parentContext = contextFromTraceparent(parent);
  const span = tracer().startSpan(
    method,
    { kind: SpanKind.SERVER, attributes: { [attributes.method]: method, [attributes.requestId]: requestId } },
    parentContext,
  );
  const spanContext = trace.setSpan(parentContext, span);
  return {
    /** Runs `work` in the request's context, so that its calls belong to the same trace. */
    run: (work: () => void): void => context.with(spanContext, work),
    end({ route, status }: { route: string; status: number }): void {
      span.updateName(`${method} ${route}`);
      span.setAttributes({ [attributes.route]: route, [attributes.status]: status });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/**
 * Runs `work` with a consumer span per message, each in its message's trace. The work itself belongs to the first
 * one.
 */
export async function traceMessageHandling<T>(
  durable: string,
  messages: readonly JsMsg[],
  work: () => Promise<T>,
): Promise<T> {
  if (!tracing) return work();
  const spans = messages.map((message) => {
    const parent = contextFromTraceparent(message.headers?.get(traceparentHeader) || undefined);
    const span = tracer().startSpan(
      `process ${durable}`,
      {
        kind: SpanKind.CONSUMER,
        attributes: { [attributes.destination]: message.subject, [attributes.consumer]: durable },
      },
      parent,
    );
    return { span, spanContext: trace.setSpan(parent, span) };
  });
  try {
    return await context.with(spans[0]?.spanContext ?? ROOT_CONTEXT, work);
  } catch (error) {
    for (const { span } of spans) {
      span.recordException(error as Error);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    throw error;
  } finally {
    for (const { span } of spans) span.end();
  }
}
