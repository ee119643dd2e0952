import { v1OrdersCreate } from '@khmer-learning/contracts';
import { mountEndpoint, requireLearner } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { OrderService } from './order.service.ts';

/** Mounts the endpoint with which a learner's app creates an order. */
export function orderRoutes(app: FastifyInstance, orders: OrderService): void {
  mountEndpoint(app, v1OrdersCreate, async (context) => ({
    success: true as const,
    data: await orders.create(requireLearner(context.principal), context.body, context),
  }));
}
