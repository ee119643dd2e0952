import { packContentGet } from '@khmer-learning/contracts';
import { mountEndpoint, partOrRefusal } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { PackContent } from './pack-content.ts';

/** Mounts the internal endpoint that the gateway calls for an offline pack. */
export function packRoutes(app: FastifyInstance, packs: PackContent): void {
  mountEndpoint(app, packContentGet, ({ body }) => partOrRefusal(packs.get(body)));
}
