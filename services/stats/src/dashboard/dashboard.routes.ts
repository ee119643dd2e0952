import { type DashboardStats, dashboardStatsGet } from '@khmer-learning/contracts';
import { type EventConsumer, mountEndpoint, type RequestContext } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { projectedEvents } from '../projection/projection.consumer.ts';
import { createDashboard, type DashboardDeps } from './dashboard.service.ts';

/** How long a read waits until the caller's own change is projected. */
const ownChangeTimeoutMs = 1_000;

export interface DashboardRoutesDeps extends DashboardDeps {
  /** The consumer of the current generation; undefined until the service is prepared. */
  readonly consumer: () => Pick<EventConsumer, 'waitForVersion'> | undefined;
}

/** Mounts the dashboard endpoint. A read with `X-After` waits up to a second for that event. */
export function dashboardRoutes(app: FastifyInstance, deps: DashboardRoutesDeps): void {
  const readDashboard = createDashboard(deps);
  mountEndpoint(app, dashboardStatsGet, async (request) => {
    await waitForOwnChange(deps, request.after);
    const stats = await readDashboard();
    const { principal } = request;
    if (principal.kind === 'session' && principal.role === 'admin') return stats;
    return withoutPurchases(stats);
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

async function waitForOwnChange(
  deps: DashboardRoutesDeps,
  reference: RequestContext['after'],
): Promise<void> {
  const definition = projectedEvents.find(({ entity }) => entity === reference?.entity);
  if (!reference || !definition) return;
  await deps.consumer()?.waitForVersion(definition, reference.id, reference.version, ownChangeTimeoutMs);
}
