import { setTimeout as delay } from 'node:timers/promises';

/** One repeated call. @throws if it fails */
export type LoadCall = (gateway: string) => Promise<void>;

export interface LoadGenerator {
  /** Stops the load. @returns the number of calls and the failures */
  stop(): Promise<{ sent: number; failures: readonly string[] }>;
}

/**
 * Generates load on the gateways that report ready, like a load balancer in front of them.
 *
 * @param gateways the addresses of the running gateways
 * @param perSecond the number of calls to start per second
 */
export function startLoadGenerator(
  gateways: () => readonly string[],
  perSecond: number,
  call: LoadCall,
): LoadGenerator {
  const failures: string[] = [];
  const pendingCalls = new Set<Promise<void>>();
  let ready: readonly string[] = gateways();
  let sent = 0;
  let isActive = true;

  async function watchGateways(): Promise<void> {
    while (isActive) {
      const states = await Promise.all(
        gateways().map(async (url) => ({ url, isReady: await isGatewayReady(url, '/readyz/gateway') })),
      );
      ready = states.filter(({ isReady }) => isReady).map(({ url }) => url);
      await delay(100);
    }
  }

  async function generateCalls(): Promise<void> {
    while (isActive) {
      const gateway = ready[sent % Math.max(1, ready.length)];
      if (gateway === undefined) failures.push(`${new Date().toISOString()} no gateway was ready`);
      else {
        const one = call(gateway)
          .catch((error: unknown) => void failures.push(`${new Date().toISOString()} ${error}`))
          .finally(() => pendingCalls.delete(one));
        pendingCalls.add(one);
      }
      sent += 1;
      await delay(1_000 / perSecond);
    }
  }

  const running = Promise.all([watchGateways(), generateCalls()]);
  return {
    async stop() {
      isActive = false;
      await running;
      await Promise.all(pendingCalls);
      return { sent, failures };
    },
  };
}

/**
 * Whether a gateway reports ready.
 *
 * @param path `/readyz/gateway`: it takes requests; `/readyz`: the whole system is ready
 */
export async function isGatewayReady(url: string, path: string): Promise<boolean> {
  const answer = await fetch(url + path, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}
