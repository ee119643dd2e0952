import { packQuizzesGet } from '@khmer-learning/contracts';
import { mountEndpoint, partOrRefusal } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { PackQuizzes } from './pack-quizzes.ts';

/** Mounts the internal endpoint that the gateway calls for an offline pack. */
export function packRoutes(app: FastifyInstance, packs: PackQuizzes): void {
  mountEndpoint(app, packQuizzesGet, ({ body }) => partOrRefusal(packs.get(body)));
}
