import { type Actor, auditSubject, type Endpoint, type ServiceName } from '@khmer-learning/contracts';
import type { Logger } from '../logging/logger.ts';
import type { NatsLink } from '../nats/connect-nats.ts';
import { auditRecord } from './audit-record.ts';

const windowMs = 10_000;
/** Most records of one person in a window; the last of them tells how many more there were. */
const maxPerWindow = 4;

/** A call that somebody who is signed in was refused. */
interface Refusal {
  /** Who refused it: the record's service, and its subject's. */
  readonly service: ServiceName;
  readonly actor: Actor;
  readonly endpoint: Pick<Endpoint, 'id' | 'method' | 'path'>;
  readonly requestId: string;
  /** From where: the person's network address. */
  readonly address: string;
}

/** Brings refused calls into the audit trail. */
export interface Refusals {
  note(refusal: Refusal): void;
  /** Tells what has been counted and not told. */
  stop(): Promise<void>;
}

interface Window {
  told: number;
  /** The latest of those that were counted alone. */
  last?: Refusal;
  more: number;
}

/**
 * Tells of refused calls on the stream of the audit trail, past the outbox: nothing was changed that they have to agree
 * with. At most four records a person in ten seconds, whatever they try; the rest is told as a number. What NATS does
 * not take stands in the log.
 */
export function createRefusals(options: { nats: NatsLink; logger: Logger }): Refusals {
  const { nats, logger } = options;
  const windows = new Map<number, Window>();

  async function tell({ service, actor, endpoint, requestId, address }: Refusal, more = 0): Promise<void> {
    const note = {
      action: 'refused',
      id: endpoint.id,
      title: `${endpoint.method} ${endpoint.path}`,
      ...(more > 0 ? { detail: `and ${more} more calls within ${windowMs / 1_000} s` } : {}),
    } as const;
    const record = auditRecord({ service, entity: 'call' }, note, { actor, requestId, address });
    try {
      if (!nats.connection || !nats.isConnected()) throw new Error('NATS is away');
      const told = nats.connection.jetstream();
      await told.publish(auditSubject(record), JSON.stringify(record), { msgID: record.id });
    } catch (error) {
      logger.warn({ err: error, record }, 'A refused call is not in the audit trail');
    }
  }

  async function endWindows(): Promise<void> {
    const ended = [...windows.values()];
    windows.clear();
    await Promise.all(ended.map(({ last, more }) => last && tell(last, more - 1)));
  }

  const timer = setInterval(() => void endWindows(), windowMs);
  timer.unref();
  return {
    note(refusal) {
      const window = windows.get(refusal.actor.id) ?? { told: 0, more: 0 };
      windows.set(refusal.actor.id, window);
      if (window.told < maxPerWindow - 1) {
        window.told += 1;
        void tell(refusal);
        return;
      }
      window.last = refusal;
      window.more += 1;
    },
    async stop() {
      clearInterval(timer);
      await endWindows();
    },
  };
}
