import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { headersForCaller } from '../http/forwarded-headers.ts';
import type { ResponseReceiver } from './attempt.ts';

/** An error body of our services is shorter than this. */
const maxFailureBytes = 4_096;

/**
 * Creates a receiver that streams a response to the caller, with the headers already set on the reply.
 *
 * @param onFailure called instead for a 5xx, with about the first 4 KiB of its body
 */
export function createStreamingReceiver(
  reply: FastifyReply,
  onFailure: (failure: BufferedResponse) => void,
): ResponseReceiver {
  const response = reply.raw;
  let failure: { status: number; headers: IncomingHttpHeaders } | undefined;
  let failureBody = Buffer.alloc(0);
  const reportFailure = (body: Buffer) => failure && onFailure({ ...failure, body });
  return {
    start(status, headers) {
      if (status >= 500) {
        failure = { status, headers };
        return;
      }
      const head: OutgoingHttpHeaders = { 'cache-control': 'no-store' };
      Object.assign(head, headersForCaller(headers), reply.getHeaders());
      reply.hijack();
      response.writeHead(status, head);
    },
    data(chunk) {
      if (!failure) return response.write(chunk);
      if (failureBody.length < maxFailureBytes) failureBody = Buffer.concat([failureBody, chunk]);
      return true;
    },
    onDrain: (resume) => response.once('drain', resume),
    end() {
      if (!failure) response.end();
      reportFailure(failureBody);
    },
    abort() {
      if (!failure) response.destroy();
      reportFailure(Buffer.alloc(0));
    },
  };
}

/** A complete response in memory. */
export interface BufferedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Creates a receiver that buffers a response. `result` is undefined until it is complete. */
export function createBufferingReceiver(): ResponseReceiver & { result(): BufferedResponse | undefined } {
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
    onDrain: (resume) => resume(),
    end() {
      complete = true;
    },
    abort: () => undefined,
    result: () => (head && complete ? { ...head, body: Buffer.concat(chunks) } : undefined),
  };
}
