import { join } from 'node:path';
import { headerNames } from '@khmer-learning/contracts';
import {
  type CollectedSpan,
  eventually,
  type NodeProcess,
  runServer,
  startTraceCollector,
  type TraceCollector,
} from '@khmer-learning/test-kit';
import { localInternalPrivateKey, localInternalPublicKey } from '../config/config.ts';
import { signInternalToken } from '../http/internal-token.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const callersSpan = 'b7ad6b7169203331';
const kinds = { server: 2, consumer: 5 } as const;

let collector: TraceCollector;
let service: NodeProcess;
let address: string;

beforeAll(async () => {
  collector = await startTraceCollector();
  service = await runServer('content', join(import.meta.dirname, '../process/sample-server.fixture.ts'), {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, INTERNAL_PUBLIC_KEYS: localInternalPublicKey },
  });
  address = /"address":"(http:[^"]+)"/.exec(service.lines.join('\n'))?.[1] ?? '';
});
afterAll(async () => {
  await service.stop();
  await collector.stop();
});

async function save(id: number, headers: Record<string, string>): Promise<number> {
  const token = signInternalToken(localInternalPrivateKey, {
    audience: 'content',
    requestId: `request-${id}`,
    principal: { kind: 'session', userId: 1, role: 'admin', sessionId: 's', sessionExpiresAt: 4_102_444_800 },
  });
  const { status } = await fetch(`${address}/api/things/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', [headerNames.internalToken]: token, ...headers },
    body: JSON.stringify({ title: 'One', version: 1 }),
  });
  return status;
}

const spanOf = (kind: number, found: (span: CollectedSpan) => boolean) =>
  eventually(() => {
    const span = collector.spans.find((one) => one.kind === kind && found(one));
    if (!span) throw new Error(`No such span among ${JSON.stringify(collector.spans)}`);
    return span;
  });

describe('a trace', () => {
  it('continues from the caller through the request to the handling of its event', async () => {
    const trace = { traceparent: `00-${traceId}-${callersSpan}-01` };
    expect(await save(1, trace)).toBe(200);
    const request = await spanOf(kinds.server, (span) => span.traceId === traceId);
    expect(request).toMatchObject({
      service: 'content',
      name: 'PUT /api/things/:id',
      parentSpanId: callersSpan,
    });
    const reaction = await spanOf(kinds.consumer, (span) => span.traceId === traceId);
    expect(reaction).toMatchObject({ name: 'process effects', parentSpanId: request.spanId });
  });

  it('is not continued for untrusted callers', async () => {
    const foreign = '11111111111111111111111111111111';
    const { status } = await fetch(`${address}/api/things`, {
      headers: { traceparent: `00-${foreign}-${callersSpan}-01` },
    });
    expect(status).toBe(401);
    await spanOf(kinds.server, (span) => span.name === 'GET /api/things');
    expect(collector.spans.filter((span) => span.traceId === foreign)).toEqual([]);
  });

  it('does not include probes', async () => {
    await fetch(`${address}/healthz`);
    expect(await save(2, {})).toBe(200);
    await spanOf(kinds.server, (span) => span.name.startsWith('PUT') && span.traceId !== traceId);
    expect(collector.spans.filter(({ name }) => name.includes('healthz'))).toEqual([]);
  });
});
