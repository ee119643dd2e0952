import { type Analytics, analyticsGet } from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { DashboardDeps } from '../dashboard/dashboard.service.ts';
import { readAnalytics } from './analytics.service.ts';

/** Mounts the analytics. Nobody but admins gets what was paid. */
export function analyticsRoutes(app: FastifyInstance, deps: DashboardDeps): void {
  mountEndpoint(app, analyticsGet, async ({ query, principal }) => {
    const analytics = await readAnalytics(deps, query);
    return principal.kind === 'session' && principal.role === 'admin' ? analytics : withoutSales(analytics);
  });
}

function withoutSales({ months: _months, purchasesPer100: _share, courses, ...rest }: Analytics): Analytics {
  return {
    ...rest,
    courses: courses.map(
      ({ purchases: _purchases, revenue: _revenue, refunded: _refunded, ...course }) => course,
    ),
  };
}
