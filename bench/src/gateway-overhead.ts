import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { headerNames as names } from '@khmer-learning/contracts';
import type { Stack } from '@khmer-learning/local-stack';
import { createInternalTokenSigner } from '@khmer-learning/service-kit';
import { median } from './measure.ts';

/** Returns the median duration of a list read in milliseconds, with sequential requests. */
export interface GatewayOverhead {
  readonly throughGateway: number;
  readonly serviceAlone: number;
}

async function timeRequest(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return performance.now() - started;
}

/**
 * Measures the gateway's overhead for a signed-in list read: the same call through the gateway and directly to the
 * service, alternating.
 */
export async function measureGatewayOverhead(
  stack: Stack,
  privateKey: string,
  call: { readonly path: string; readonly headers: Readonly<Record<string, string>> },
  rounds = 1_000,
): Promise<GatewayOverhead> {
  const state = JSON.parse(await readFile(path.join(stack.dataDir, 'state.json'), 'utf8')) as {
    ports: Record<string, number>;
  };
  const service = `http://127.0.0.1:${state.ports.content}`;
  const sign = createInternalTokenSigner(privateKey);
  const principal = {
    kind: 'session',
    userId: 1,
    role: 'admin',
    sessionId: 'bench',
    sessionExpiresAt: 1,
  } as const;
  const times = { throughGateway: [] as number[], serviceAlone: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.throughGateway.push(await timeRequest(stack.url + call.path, call.headers));
    const token = sign({ audience: 'content', requestId: `bench-${round}`, principal });
    times.serviceAlone.push(await timeRequest(service + call.path, { [names.internalToken]: token }));
  }
  return { throughGateway: median(times.throughGateway), serviceAlone: median(times.serviceAlone) };
}
