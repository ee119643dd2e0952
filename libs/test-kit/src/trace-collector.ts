import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fields of a received span that tests use. */
export interface CollectedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** OTLP's number: 2 is a server span, 5 a consumer span. */
  readonly kind: number;
}

/** An in-process OpenTelemetry collector that receives OTLP/HTTP JSON and stores all spans. */
export type TraceCollector = Awaited<ReturnType<typeof startTraceCollector>>;

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}

interface TraceRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<CollectedSpan, 'service'>[] }[];
  }[];
}

/** Starts a collector on a free port; stop it at the end. */
export async function startTraceCollector() {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as TraceRequest;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const scope of scopeSpans) for (const span of scope.spans) spans.push({ ...span, service });
    }
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    /** Value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
