import { v1OrdersCreate } from '@khmer-learning/contracts';
import { mount, signedInLearner } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { OrderService } from './order.service.ts';

export function orderRoutes(app: FastifyInstance, orders: OrderService): void {
  mount(app, v1OrdersCreate, async (context) => ({
    success: true as const,
    data: await orders.create(signedInLearner(context.principal), context.body, context),
  }));
}
