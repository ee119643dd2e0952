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

/** The one header of a W3C trace context that we send: who is the parent (https://www.w3.org/TR/trace-context/). */
const traceparentHeader = 'traceparent';

/** Traces of this process, on their way to a collector. */
export interface Tracing {
  /** Sends what is left, then stops. */
  stop(): Promise<void>;
}

let tracing = false;

/** Whether this process was told to send traces. Without that, none of the functions here does any work. */
export function isTracing(): boolean {
  return tracing;
}

/**
 * Sends the traces of this process to an OpenTelemetry collector, in batches, by OTLP over HTTP in JSON.
 *
 * @param options.name the service's name in traces
 * @param options.endpoint the collector's base address (`http://collector:4318`); without one nothing is traced,
 * nor is any of OpenTelemetry's SDK loaded
 */
export function startTracing(options: {
  name: string;
  endpoint: string | undefined;
  logger: Logger;
}): Tracing {
  const { name, endpoint, logger } = options;
  if (endpoint === undefined) return { stop: async () => undefined };
  tracing = true;
  const provider = openProvider(name, endpoint);
  provider.catch((error: unknown) => logger.error({ err: error }, 'Traces cannot be sent'));
  return {
    async stop() {
      tracing = false;
      await (await provider)
        .shutdown()
        .catch((error: unknown) => logger.warn({ err: error }, 'The last traces could not be sent'));
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

/** Names of attributes by OpenTelemetry's conventions for HTTP and messaging. */
const attributes = {
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  requestId: 'khmer_learning.request_id',
  destination: 'messaging.destination.name',
  consumer: 'messaging.consumer.group.name',
} as const;

/** The trace that the work at hand belongs to, as headers for a call to another process; none when not traced. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {};
  if (tracing) propagation.inject(context.active(), carrier);
  return carrier;
}

/** The same for one who keeps it: what an outbox row carries until it is published. */
export function currentTraceparent(): string | undefined {
  return traceHeaders()[traceparentHeader];
}

/** The headers of a message that goes on with a trace. */
export function traceMessageHeaders(parent: string | undefined) {
  if (parent === undefined) return undefined;
  const headers = natsHeaders();
  headers.set(traceparentHeader, parent);
  return headers;
}

const contextFromTraceparent = (parent: string | undefined): Context =>
  parent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { [traceparentHeader]: parent });

/** What is told of a request that is traced. */
export interface RequestSpan {
  /** Runs `work` as a part of the request: what it calls belongs to the same trace. */
  run(work: () => void): void;
  end(answer: { route: string; status: number }): void;
}

/**
 * Begins the part of a trace that is one request.
 *
 * @param request.parent the caller's `traceparent`, when the caller is one of us
 */
export function startRequestSpan(request: {
  method: string;
  requestId: string;
  parent: string | undefined;
}): RequestSpan {
  const { method, requestId, parent } = request;
  const parentContext = contextFromTraceparent(parent);
  const span = tracer().startSpan(
    method,
    { kind: SpanKind.SERVER, attributes: { [attributes.method]: method, [attributes.requestId]: requestId } },
    parentContext,
  );
  const spanContext = trace.setSpan(parentContext, span);
  return {
    run: (work) => context.with(spanContext, work),
    end({ route, status }) {
      span.updateName(`${method} ${route}`);
      span.setAttributes({ [attributes.route]: route, [attributes.status]: status });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/**
 * Handles messages as a part of the traces that they come from: a span for each, and what `work` does belongs to
 * the first.
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
