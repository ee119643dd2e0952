import { randomUUID } from 'node:crypto';
import {
  type Actor,
  type EntityEvent,
  type EventDefinition,
  eventSubject,
  type StateOf,
} from '@khmer-learning/contracts';
import type { ClientSession, Connection } from 'mongoose';
import type { z } from 'zod';
import type { OutboxRelay } from './outbox-relay.ts';
import { type OutboxRow, outboxOf } from './outbox-row.ts';

/** Who causes a change, and in which request. A handler's context is one. */
export interface ChangeContext {
  /** null when the system itself acts. */
  readonly actor: Actor | null;
  readonly requestId: string | null;
  /** Told the events of a committed unit of work; `mount` makes the header `X-Event` of the first. */
  readonly emitted?: (events: readonly EntityEvent[]) => void;
}

/** What a unit of work may do: write with `session`, and say what has changed. */
export interface Transaction {
  /** Pass it to every database call of the unit of work. */
  readonly session: ClientSession;
  /**
   * The entity is now `state`, as its `version`. Fields the definition does not declare are dropped.
   *
   * @param cause the event this reacts to: its actor and request id are carried on
   * @throws ZodError when the state is not what the definition says
   */
  changed<D extends EventDefinition>(
    definition: D,
    change: { id: string | number; version: number; state: z.input<D['state']> },
    cause?: EntityEvent,
  ): void;
  /** The entity is gone; `version` is one more than its last. */
  deleted(
    definition: EventDefinition,
    change: { id: string | number; version: number },
    cause?: EntityEvent,
  ): void;
}

export interface TransactDeps {
  readonly connection: Connection;
  readonly relay: Pick<OutboxRelay, 'take'>;
}

/**
 * A unit of work: the writes of `work` and the events it tells of are stored in one transaction,
 * or not at all; then the relay is handed the events.
 *
 * `work` may run several times (transient conflicts), so it has no effects but through `tx.session`.
 *
 * @returns what `work` returned, and the events in the order they were told
 */
export async function transact<T>(
  deps: TransactDeps,
  context: ChangeContext,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ result: T; events: readonly EntityEvent[] }> {
  let rows: OutboxRow[] = [];
  const result = await runTransaction(deps.connection, async (session) => {
    const attempt = beginTransaction(session, context);
    const value = await work(attempt.tx);
    rows = attempt.rows;
    await insertRows(deps.connection, rows, session);
    return value;
  });
  deps.relay.take(rows);
  const events = rows.map((row) => row.event);
  context.emitted?.(events);
  return { result, events };
}

/** A mongoose transaction that hands back what its work returned. */
export async function runTransaction<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  await connection.transaction(
    async (session) => {
      result = { value: await work(session) };
    },
    { readConcern: 'snapshot', writeConcern: { w: 'majority' } },
  );
  if (!result) throw new Error('The transaction ended without running its work');
  return result.value;
}

/** The `Transaction` of one attempt, and the rows its work has asked for so far. */
export function beginTransaction(
  session: ClientSession,
  context: Pick<ChangeContext, 'actor' | 'requestId'>,
): { tx: Transaction; rows: OutboxRow[] } {
  const rows: OutboxRow[] = [];

  function add(
    definition: EventDefinition,
    change: { id: string | number; version: number },
    state: unknown,
    cause: EntityEvent | undefined,
  ): void {
    const id = randomUUID();
    const now = new Date();
    const { actor, requestId } = cause ?? context;
    rows.push({
      _id: id,
      subject: eventSubject(definition, change.id),
      version: change.version,
      event: {
        id,
        service: definition.service,
        entity: definition.entity,
        entityId: String(change.id),
        version: change.version,
        type: state === null ? 'deleted' : 'changed',
        state,
        occurredAt: now.toISOString(),
        actor,
        requestId,
      },
      createdAt: now,
      unsentSince: now,
    });
  }

  return {
    rows,
    tx: {
      session,
      changed: (definition, change, cause) =>
        add(definition, change, definition.state.parse(change.state) as StateOf<typeof definition>, cause),
      deleted: (definition, change, cause) => add(definition, change, null, cause),
    },
  };
}

export async function insertRows(
  connection: Connection,
  rows: readonly OutboxRow[],
  session: ClientSession,
): Promise<void> {
  if (rows.length > 0) await outboxOf(connection).insertMany([...rows], { session, ordered: true });
}
