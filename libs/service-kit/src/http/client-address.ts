import { headerNames } from '@khmer-learning/contracts';
import type { FastifyRequest } from 'fastify';

/** The person's network address, which the gateway tells; without one, that of whoever calls us. */
export function clientAddressOf(request: FastifyRequest): string {
  const headerValue = request.headers[headerNames.clientAddress];
  return typeof headerValue === 'string' && headerValue !== '' ? headerValue : request.ip;
}
