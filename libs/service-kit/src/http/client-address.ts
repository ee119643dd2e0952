import { headers } from '@khmer-learning/contracts';
import type { FastifyRequest } from 'fastify';

/** The person's network address, which the gateway tells; without one, that of whoever calls us. */
export function clientAddressOf(request: FastifyRequest): string {
  const told = request.headers[headers.clientAddress];
  return typeof told === 'string' && told !== '' ? told : request.ip;
}
