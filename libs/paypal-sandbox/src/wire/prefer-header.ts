import type { FastifyRequest } from 'fastify';

/** Whether the caller asks for the whole resource in place of its id, status and links. */
export function prefersRepresentation(request: FastifyRequest): boolean {
  return request.headers.prefer === 'return=representation';
}
