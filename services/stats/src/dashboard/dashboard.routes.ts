import { type DashboardStats, dashboardStatsGet } from '@khmer-learning/contracts';
import { type EventConsumer, mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { projectedEvents } from '../projection/projection.consumer.ts';
import { createDashboard, type DashboardDeps } from './dashboard.service.ts';

/** How long a read waits until the caller's own change is projected. */
const ownChangeTimeoutMs = 1_000;

/** Mounts the dashboard endpoint. A read with `X-After` waits up to a second for that event. @param consumerOf undefined until the service is prepared */
export function dashboardRoutes(
  app: FastifyInstance,
  deps: DashboardDeps,
  consumerOf: () => EventConsumer | undefined,
): void {
  const readDashboard = createDashboard(deps);
  mountEndpoint(app, dashboardStatsGet, async ({ after, principal }) => {
    const own = after && projectedEvents.find(({ entity }) => entity === after.entity);
    if (own) await consumerOf()?.waitForVersion(own, after.id, after.version, ownChangeTimeoutMs);
    const stats = await readDashboard();
    return principal.kind === 'session' && principal.role === 'admin' ? stats : withoutPurchases(stats);
  });
}

/** What everybody but admins gets: nothing about revenue and payments. */
function withoutPurchases(stats: DashboardStats): DashboardStats {
  const { totalPurchaseHistoryComplete: _total, purchasesGrowth: _growth, ...rest } = stats;
  const { figuresByDay, attention } = stats;
  return {
    ...rest,
    figuresByDay: figuresByDay && { ...figuresByDay, totalPurchaseHistoryComplete: undefined },
    attention: attention && { ...attention, failedPayments: undefined, pendingRefunds: undefined },
  };
}
