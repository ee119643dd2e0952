import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Endpoint, headerNames, type Role } from '@khmer-learning/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressOnce } from '../../http/compress-once.ts';
import { acceptedEncoding, minCompressedBytes } from '../../http/compression.ts';
import { headersForCaller } from '../../http/forwarded-headers.ts';
import type { Forwarder } from '../upstreams/forwarder.ts';
import type { BufferedResponse } from '../upstreams/response-receivers.ts';

/** The longest wait for a running call, so that one that hangs does not delay those who could share the next. */
const maxWaitMs = 50;

/**
 * Creates the handler of a read whose response is the same for everybody with one role (`sharedByRole`). While a call to the
 * service runs, those who ask later wait and share the next one. So nobody gets a response that was read before they
 * asked, and many readers cost the service as much as one.
 *
 * A read with `X-After` has a call of its own, because it may wait for that event.
 */
export function createSharedReadHandler(endpoint: Endpoint, forwarder: Pick<Forwarder, 'forward' | 'read'>) {
  const sharedReads = new Map<Role, (request: FastifyRequest) => Promise<BufferedResponse>>();

  function readShared(role: Role, request: FastifyRequest): Promise<BufferedResponse> {
    const read =
      sharedReads.get(role) ?? shareNext((first) => forwarder.read(endpoint, first, '', first.principal));
    sharedReads.set(role, read);
    return read(request);
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { principal } = request;
    if (principal.kind !== 'session' || request.headers[headerNames.after] !== undefined) {
      await forwarder.forward(endpoint, request, reply);
      return undefined;
    }
    return send(request, reply, await readShared(principal.role, request));
  };
}

/** Wraps a call so that those who ask while it runs share the next one. */
function shareNext<I, O>(call: (first: I) => Promise<O>): (input: I) => Promise<O> {
  let next: Promise<O> | undefined;
  let free: Promise<unknown> = Promise.resolve();
  const start = (first: I): Promise<O> => {
    next = undefined;
    const started = call(first);
    free = Promise.race([started.catch(() => undefined), delay(maxWaitMs, undefined, { ref: false })]);
    return started;
  };
  return (input) => (next ??= free.then(() => start(input)));
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
