import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Endpoint, headerNames } from '@khmer-learning/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressOnce } from '../../http/compress-once.ts';
import { acceptedEncoding, minCompressedBytes } from '../../http/compression.ts';
import { headersForCaller } from '../../http/forwarded-headers.ts';
import { type Forwarder, queryOf } from '../upstreams/forwarder.ts';
import type { BufferedResponse } from '../upstreams/response-receivers.ts';

/** The longest wait for a running call, so that one that hangs does not delay those who could share the next. */
const maxWaitMs = 50;

/** The running call of a read. */
interface RunningRead {
  /** Resolves when the next call may start. */
  readonly free: Promise<unknown>;
  /** The next call, which those share who ask meanwhile. */
  next?: Promise<BufferedResponse>;
}

/**
 * Creates the handler of a read whose response is the same for everybody with one role (`sharedByRole`). While a call to the
 * service runs, those who ask the same later wait and share the next one. So nobody gets a response that was read before they
 * asked, and many readers cost the service as much as one.
 *
 * A read with `X-After` has a call of its own, because it may wait for that event. So has a shared read that is refused,
 * because its error names the request.
 */
export function createSharedReadHandler(endpoint: Endpoint, forwarder: Pick<Forwarder, 'forward' | 'read'>) {
  const running = new Map<string, RunningRead>();

  /** Lets those who ask while the call runs share the next one. */
  function run<T>(key: string, call: Promise<T>): Promise<T> {
    const ended = call.catch(() => undefined);
    const read: RunningRead = { free: Promise.race([ended, delay(maxWaitMs, undefined, { ref: false })]) };
    running.set(key, read);
    void ended.then(() => {
      if (running.get(key) === read && !read.next) running.delete(key);
    });
    return call;
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { principal } = request;
    if (principal.kind !== 'session' || request.headers[headerNames.after] !== undefined) {
      await forwarder.forward(endpoint, request, reply);
      return undefined;
    }
    const key = `${principal.role} ${request.url}`;
    const earlier = running.get(key);
    if (earlier) {
      earlier.next ??= earlier.free.then(() =>
        run(key, forwarder.read(endpoint, request, queryOf(request.url), principal)),
      );
      const response = await earlier.next;
      if (response.status === 200) return send(request, reply, response);
    }
    const own = forwarder.forward(endpoint, request, reply);
    await (earlier ? own : run(key, own));
    return undefined;
  };
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: BufferedResponse,
): Promise<FastifyReply> {
  const { 'content-length': _length, ...serviceHeaders } = headersForCaller(headers);
  const head: OutgoingHttpHeaders = { 'cache-control': 'no-store' };
  reply.code(status).headers(Object.assign(head, serviceHeaders, reply.getHeaders()));
  if (status !== 200 || body.length < minCompressedBytes) return reply.send(body);
  reply.header('vary', 'accept-encoding');
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (!encoding) return reply.send(body);
  return reply.header('content-encoding', encoding).send(await compressOnce(body, encoding));
}
