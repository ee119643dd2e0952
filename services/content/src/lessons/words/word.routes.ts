import { wordsList } from '@khmer-learning/contracts';
import { mountEndpoint, type ServiceContext } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { findWords } from './word.queries.ts';

/** Mounts the console's search for words, `/api/words`. */
export function wordRoutes(app: FastifyInstance, store: ServiceContext): void {
  mountEndpoint(app, wordsList, async ({ query: { search, limit } }) =>
    search === undefined ? { words: [] } : findWords(store, search, limit),
  );
}
