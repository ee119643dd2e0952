import type { FastifyRequest } from 'fastify';

/** Whether the caller requests the complete resource instead of id, status and links. */
export function prefersRepresentation(request: FastifyRequest): boolean {
  return request.headers.prefer === 'return=representation';
}
