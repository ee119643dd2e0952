import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AuditRecord,
  type EntityEvent,
  type EventDefinition,
  eventSubject,
} from '@khmer-learning/contracts';
import type { ClientSession, Connection } from 'mongoose';
import type { z } from 'zod';
import {
  type AuditCause,
  type AuditRecordInput,
  auditOutboxRow,
  createAuditRecord,
} from '../audit/audit-record.ts';
import { abortAbandonedTransactions, isWriteConflict } from '../mongo/abandoned-transactions.ts';
import { withWriteLimit } from '../mongo/write-limiter.ts';
import { currentTraceparent } from '../tracing/tracing.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import { type OutboxRow, outboxOf } from './outbox-row.ts';
import type { RequestContext } from './request-context.ts';
import { runInTransactionScope } from './transaction-scope.ts';

/** What a unit of work may do: write with `session`, and say what has changed. */
export interface Transaction {
  /** Pass it to every database call of the unit of work. */
  readonly session: ClientSession;
  /**
   * The entity is now `state`, as its `version`. Fields the definition does not declare are dropped.
   *
   * @param cause who is behind it, where that is not whom the unit of work was begun for: the event this
   * reacts to, or one of several requests that share a transaction
   * @throws ZodError when the state is not what the definition says
   */
  emitChanged<D extends EventDefinition>(
    definition: D,
    entity: { id: string | number; version: number; state: z.input<D['state']> },
    cause?: Pick<EntityEvent, 'actor' | 'requestId'>,
  ): void;
  /** The entity is gone; `version` is one more than its last. */
  emitDeleted(
    definition: EventDefinition,
    entity: { id: string | number; version: number },
    cause?: Pick<EntityEvent, 'actor' | 'requestId'>,
  ): void;
  /**
   * Writes into the audit trail what was done, by whom and from where.
   *
   * @param entityType what it was done to: an event definition, or the names of a service and an entity
   * @param cause who is behind it, where that is not whom the unit of work was begun for
   */
  audit(
    entityType: Pick<EventDefinition, 'service' | 'entity'>,
    input: AuditRecordInput,
    cause?: AuditCause,
  ): void;
}

const minBackoffMs = 4;
const maxBackoffMs = 250;

export interface TransactDeps {
  readonly connection: Connection;
  readonly relay: Pick<OutboxRelay, 'enqueue'>;
}

/**
 * A unit of work: the writes of `work`, the events it tells of and its audit records are stored in one
 * transaction, or not at all; then the relay is handed events and records.
 *
 * `work` may run several times (transient conflicts), so it has no effects but through `tx.session`. Between two
 * attempts is a random pause, ever longer.
 *
 * @param context with a deadline it waits for its turn among the writes of calls, and commits in time or not at all
 * @returns what `work` returned, and the events in the order they were told
 * @throws ApiError 503 when it is too late; nothing is stored then
 */
export async function transact<T>(
  deps: TransactDeps,
  context: RequestContext,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ result: T; events: readonly EntityEvent[] }> {
  const { connection } = deps;
  let committed: { result: T; events: readonly EntityEvent[]; rows: readonly OutboxRow[] } | undefined;
  /** Somebody else holds what the work wanted to write: sees to it that they still live. */
  async function abortAbandonedOnConflict(error: unknown): Promise<never> {
    // Whatever goes wrong in this, the work's own failure is what counts.
    if (isWriteConflict(error)) await abortAbandonedTransactions(connection).catch(() => undefined);
    throw error;
  }

  const { deadline } = context;
  let attempts = 0;
  async function attempt(session: ClientSession): Promise<void> {
    if (attempts > 0) await delay(Math.random() * Math.min(maxBackoffMs, minBackoffMs * 2 ** attempts));
    attempts += 1;
    deadline?.beginAttempt();
    const { tx, events, records } = createTransaction(session, context);
    const result = await runInTransactionScope(() => work(tx)).catch(abortAbandonedOnConflict);
    const rows = [...events.map(eventOutboxRow), ...records.map(auditOutboxRow)].map(withTraceparent);
    if (rows.length > 0) await outboxOf(connection).insertMany(rows, { session });
    deadline?.beginCommit();
    committed = { result, events, rows };
  }
  const run = () =>
    connection.transaction(attempt, { readConcern: 'snapshot', writeConcern: { w: 'majority' } });
  await (deadline ? withWriteLimit(connection, deadline.remainingMs(), run) : run());
  deadline?.committed();
  if (!committed) throw new Error('The transaction ended without running its work');
  const { result, events, rows } = committed;
  deps.relay.enqueue(rows);
  context.onCommitted?.(events);
  return { result, events };
}

/** The `Transaction` of one attempt, and what its work has told so far. */
function createTransaction(
  session: ClientSession,
  context: AuditCause,
): { tx: Transaction; events: EntityEvent[]; records: AuditRecord[] } {
  const events: EntityEvent[] = [];
  const records: AuditRecord[] = [];

  function addEvent(
    definition: EventDefinition,
    entity: { id: string | number; version: number },
    state: unknown,
    { actor, requestId }: Pick<EntityEvent, 'actor' | 'requestId'>,
  ): void {
    events.push({
      id: randomUUID(),
      service: definition.service,
      entity: definition.entity,
      entityId: String(entity.id),
      version: entity.version,
      type: state === null ? 'deleted' : 'changed',
      state,
      occurredAt: new Date().toISOString(),
      actor,
      requestId,
    });
  }

  return {
    events,
    records,
    tx: {
      session,
      emitChanged: (definition, entity, cause = context) =>
        addEvent(definition, entity, definition.state.parse(entity.state), cause),
      emitDeleted: (definition, entity, cause = context) => addEvent(definition, entity, null, cause),
      audit: (entityType, input, cause = context) =>
        void records.push(createAuditRecord(entityType, input, cause)),
    },
  };
}

function withTraceparent(row: OutboxRow): OutboxRow {
  const trace = currentTraceparent();
  return trace === undefined ? row : { ...row, trace };
}

function eventOutboxRow(event: EntityEvent): OutboxRow {
  const now = new Date();
  return {
    _id: event.id,
    subject: eventSubject(event, event.entityId),
    version: event.version,
    payload: JSON.stringify(event),
    createdAt: now,
    unsentSince: now,
  };
}
