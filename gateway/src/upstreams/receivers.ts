import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { headersForCaller } from '../http/forwarded-headers.ts';
import type { Receiver } from './exchange.ts';

/**
 * Passes an answer on to the caller as it comes, with the headers already set on the reply.
 *
 * @param onFailure told instead when the service failed: what it said stays here
 */
export function passOn(
  reply: FastifyReply,
  onFailure: (status: number, retryAfter: string | undefined) => void,
): Receiver {
  const response = reply.raw;
  let swallow = false;
  return {
    start(status, headers) {
      if (status >= 500) {
        swallow = true;
        onFailure(status, headers['retry-after']);
        return;
      }
      const head: OutgoingHttpHeaders = { 'cache-control': 'no-store' };
      Object.assign(head, headersForCaller(headers), reply.getHeaders());
      reply.hijack();
      response.writeHead(status, head);
    },
    data: (chunk) => swallow || response.write(chunk),
    wait: (resume) => response.once('drain', resume),
    end() {
      if (!swallow) response.end();
    },
    broken() {
      if (!swallow) response.destroy();
    },
  };
}

/** A whole answer in memory. */
export interface Collected {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Collects an answer; `result` is undefined until it is complete. */
export function collect(): Receiver & { result(): Collected | undefined } {
  const chunks: Buffer[] = [];
  let head: { status: number; headers: IncomingHttpHeaders } | undefined;
  let complete = false;
  return {
    start(status, headers) {
      head = { status, headers };
    },
    data(chunk) {
      chunks.push(chunk);
      return true;
    },
    wait: (resume) => resume(),
    end() {
      complete = true;
    },
    broken: () => undefined,
    result: () => (head && complete ? { ...head, body: Buffer.concat(chunks) } : undefined),
  };
}
