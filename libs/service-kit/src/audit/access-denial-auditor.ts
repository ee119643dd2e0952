import { type Actor, auditSubject, type Endpoint, type ServiceName } from '@khmer-learning/contracts';
import type { Logger } from '../logging/logger.ts';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import { createAuditRecord } from '../outbox/outbox-row.ts';

const windowMs = 10_000;
/** Maximum records per user in a window; the last one contains the number of further denials. */
const maxPerWindow = 4;

/** A refused call of a signed-in user. */
interface AccessDenial {
  /** The service that refused the call; also in the record's subject. */
  readonly service: ServiceName;
  readonly actor: Actor;
  readonly endpoint: Pick<Endpoint, 'id' | 'method' | 'path'>;
  readonly requestId: string;
  /** The client's network address. */
  readonly address: string;
}

/** Writes refused calls to the audit log. */
export type AccessDenialAuditor = ReturnType<typeof createAccessDenialAuditor>;

interface RateWindow {
  published: number;
  /** The latest denial that was only counted. */
  lastSuppressed?: AccessDenial;
  suppressed: number;
}

/**
 * Publishes refused calls directly to the audit stream, without the outbox: there is no change that they must be
 * consistent with. At most four records per user in ten seconds; further denials are reported as a number. A record
 * that NATS does not accept is logged.
 */
export function createAccessDenialAuditor(options: { nats: NatsConnectionManager; logger: Logger }) {
  const { nats, logger } = options;
  const windows = new Map<number, RateWindow>();

  async function publish(
    { service, actor, endpoint, requestId, address }: AccessDenial,
    suppressed = 0,
  ): Promise<void> {
    const input = {
      action: 'refused',
      id: endpoint.id,
      title: `${endpoint.method} ${endpoint.path}`,
      ...(suppressed > 0 ? { detail: `and ${suppressed} more calls within ${windowMs / 1_000} s` } : {}),
    } as const;
    const record = createAuditRecord({ service, entity: 'call' }, input, { actor, requestId, address });
    try {
      if (!nats.connection || !nats.isConnected()) throw new Error('NATS is not connected');
      const jetstream = nats.connection.jetstream();
      await jetstream.publish(auditSubject(record), JSON.stringify(record), { msgID: record.id });
    } catch (error) {
      logger.warn({ err: error, record }, 'Could not publish the audit record of a refused call');
    }
  }

  async function flushWindows(): Promise<void> {
    const flushed = [...windows.values()];
    windows.clear();
    await Promise.all(
      flushed.map(
        ({ lastSuppressed, suppressed }) => lastSuppressed && publish(lastSuppressed, suppressed - 1),
      ),
    );
  }

  const timer = setInterval(() => void flushWindows(), windowMs);
  timer.unref();
  return {
    record(denial: AccessDenial): void {
      const rateWindow = windows.get(denial.actor.id) ?? { published: 0, suppressed: 0 };
      windows.set(denial.actor.id, rateWindow);
      if (rateWindow.published < maxPerWindow - 1) {
        rateWindow.published += 1;
        void publish(denial);
        return;
      }
      rateWindow.lastSuppressed = denial;
      rateWindow.suppressed += 1;
    },
    /** Publishes the denials that were counted but not yet published. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await flushWindows();
    },
  };
}
