import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  acceptedEncoding,
  type ContentEncoding,
  createCompressor,
  minCompressedBytes,
} from '../../http/compression.ts';
import { headersForCaller } from '../../http/forwarded-headers.ts';
import type { ResponseReceiver } from './attempt.ts';

/** An error body of our services is shorter than this. */
const maxFailureBytes = 4_096;

/** Whether a response is JSON of a known size that is worth compressing. What a service streams has no known size. */
function isCompressible({ method }: FastifyRequest, status: number, headers: IncomingHttpHeaders): boolean {
  return (
    // The answers of other methods may contain tokens and keys that exist only there.
    method === 'GET' &&
    status === 200 &&
    headers['content-type']?.startsWith('application/json') === true &&
    headers['content-encoding'] === undefined &&
    headers.etag === undefined &&
    Number(headers['content-length'] ?? 0) >= minCompressedBytes
  );
}

/** The headers of a response that is compressed for callers who accept it. */
function compressionHeaders(encoding: ContentEncoding | undefined): OutgoingHttpHeaders {
  return { vary: 'accept-encoding', ...(encoding ? { 'content-encoding': encoding } : {}) };
}

/**
 * Creates a receiver that streams a response to the caller, with the headers already set on the reply. JSON is compressed.
 *
 * @param onFailure called instead for a 5xx, with about the first 4 KiB of its body
 */
export function createStreamingReceiver(
  reply: FastifyReply,
  onFailure: (failure: BufferedResponse) => void,
): ResponseReceiver {
  const response = reply.raw;
  let target: NodeJS.WritableStream = response;
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
      if (isCompressible(reply.request, status, headers)) {
        const encoding = acceptedEncoding(reply.request.headers['accept-encoding']);
        Object.assign(head, compressionHeaders(encoding));
        if (encoding) {
          delete head['content-length'];
          const compressor = createCompressor(encoding, Number(headers['content-length']));
          // A failure has destroyed the response, as `abort` does.
          pipeline(compressor, response, () => undefined);
          target = compressor;
        }
      }
      reply.hijack();
      response.writeHead(status, head);
    },
    data(chunk) {
      if (!failure) return target.write(chunk);
      if (failureBody.length < maxFailureBytes) failureBody = Buffer.concat([failureBody, chunk]);
      return true;
    },
    onDrain: (resume) => target.once('drain', resume),
    end() {
      if (!failure) target.end();
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
