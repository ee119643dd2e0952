import { headerNames } from '@khmer-learning/contracts';
import type { FastifyRequest } from 'fastify';

/** The client's network address from the gateway's header; without it, the peer's address. */
export function clientAddressOf(request: FastifyRequest): string {
  const headerValue = request.headers[headerNames.clientAddress];
  return typeof headerValue === 'string' && headerValue !== '' ? headerValue : request.ip;
}
