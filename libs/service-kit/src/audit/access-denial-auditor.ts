import { type Actor, auditSubject, type Endpoint, type ServiceName } from '@khmer-learning/contracts';
import type { Logger } from '../logging/logger.ts';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import { createAuditRecord } from './audit-record.ts';

const windowMs = 10_000;
/** Most records of one person in a window; the last of them tells how many more there were. */
const maxPerWindow = 4;

/** A call that somebody who is signed in was refused. */
interface AccessDenial {
  /** Who refused it: the record's service, and its subject's. */
  readonly service: ServiceName;
  readonly actor: Actor;
  readonly endpoint: Pick<Endpoint, 'id' | 'method' | 'path'>;
  readonly requestId: string;
  /** From where: the person's network address. */
  readonly address: string;
}

/** Brings refused calls into the audit trail. */
export interface AccessDenialAuditor {
  record(denial: AccessDenial): void;
  /** Tells what has been counted and not told. */
  stop(): Promise<void>;
}

interface RateWindow {
  published: number;
  /** The latest of those that were counted alone. */
  lastSuppressed?: AccessDenial;
  suppressed: number;
}

/**
 * Tells of refused calls on the stream of the audit trail, past the outbox: nothing was changed that they have to agree
 * with. At most four records a person in ten seconds, whatever they try; the rest is told as a number. What NATS does
 * not take stands in the log.
 */
export function createAccessDenialAuditor(options: {
  nats: NatsConnectionManager;
  logger: Logger;
}): AccessDenialAuditor {
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
      if (!nats.connection || !nats.isConnected()) throw new Error('NATS is away');
      const jetstream = nats.connection.jetstream();
      await jetstream.publish(auditSubject(record), JSON.stringify(record), { msgID: record.id });
    } catch (error) {
      logger.warn({ err: error, record }, 'A refused call is not in the audit trail');
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
    record(denial) {
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
    async stop() {
      clearInterval(timer);
      await flushWindows();
    },
  };
}
