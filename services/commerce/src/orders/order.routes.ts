import { v1OrdersCreate } from '@khmer-learning/contracts';
import { mount } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { learnerOf } from './learner.ts';
import type { OrderService } from './order.service.ts';

export function orderRoutes(app: FastifyInstance, orders: OrderService): void {
  mount(app, v1OrdersCreate, async (context) => ({
    success: true as const,
    data: await orders.create(learnerOf(context.principal), context.body, context),
  }));
}
