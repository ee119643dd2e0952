import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Whether a proxy's `X-Forwarded-*` headers are believed, by its address; false: no proxy's. */
export type TrustProxy = false | ((address: string, hop: number) => boolean);

/** @param setting `TRUST_PROXY`: true for all proxies, or their addresses and networks, separated by commas */
export function compileTrustProxy(setting: boolean | string): TrustProxy {
  if (typeof setting === 'boolean') return setting && (() => true);
  return proxyAddr.compile(setting.split(',').map((network) => network.trim()));
}

/** The address of the client that sent a request, as Fastify finds it. */
export function findClientAddress(request: IncomingMessage, trustProxy: TrustProxy): string {
  return trustProxy ? proxyAddr(request, trustProxy) : (request.socket.remoteAddress ?? '');
}
