import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  type Actor,
  type AuditRecord,
  type EntityEvent,
  type EventDefinition,
  formatSurrogateKeys,
  type Rights,
} from '@khmer-learning/contracts';
import { type ClientSession, type Connection, mongo } from 'mongoose';
import pLimit from 'p-limit';
import type { z } from 'zod';
import { serviceUnavailable } from '../errors/api-error.ts';
import {
  type EntityChange,
  type EntityDeletion,
  type EntitySave,
  requireVersionHook,
  runCommitHooks,
} from './commit-hooks.ts';
import {
  type AuditCause,
  type AuditRecordInput,
  auditOutboxRow,
  createAuditRecord,
  eventOutboxRow,
  type OutboxRow,
  outboxOf,
  withTraceparent,
} from './outbox-row.ts';
import type { RequestContext } from './request-context.ts';
import { retryTransaction } from './retry-transaction.ts';
import { storeTombstones } from './tombstones.ts';

/** The entity of an event. */
interface EmittedEntity {
  readonly id: string | number;
  readonly version: number;
  /**
   * The answers of `/api/v1` that the change purges; none for a change that the public cannot see. Without them it
   * purges every answer that depends on this kind of entity.
   */
  readonly surrogateKeys?: readonly string[];
}

/** What commit hooks need besides the event of a changed or a deleted entity. */
type ChangedEntity = Partial<Pick<EntitySave, 'before' | 'isRestored'>>;
type DeletedEntity = Partial<Pick<EntityDeletion, 'before' | 'deletedWith' | 'details'>>;

/** A transaction: writes with `session` and records what has changed. */
export interface Transaction {
  /** Pass it to every database call of the transaction. */
  readonly session: ClientSession;
  /** Who causes it; null for the system, and for several requests that share it. */
  readonly actor: Actor | null;
  /** What an admin has taken from the actor; undefined for who may publish everything, and for the system. */
  readonly rights: Rights | undefined;
  /**
   * Publishes the entity's new state and version. If the definition keeps versions, a commit hook stores it. Undeclared fields
   * are dropped.
   *
   * @param cause the user and request, when they differ from the transaction's: the event it reacts to, or one of
   * several requests that share it
   * @throws ZodError when the state does not match the definition
   * @throws Error when the definition keeps versions, which no commit hook of the connection stores
   */
  emitChanged<D extends EventDefinition>(
    definition: D,
    entity: EmittedEntity & ChangedEntity & { state: z.input<D['state']> & object },
    cause?: Pick<EntityEvent, 'actor' | 'requestId'>,
  ): void;
  /**
   * Publishes the deletion of the entity; `version` is its last version plus one. If the definition keeps versions, the
   * entity can be restored.
   *
   * @throws Error when the definition keeps versions, which no commit hook of the connection stores
   */
  emitDeleted(
    definition: EventDefinition,
    entity: EmittedEntity & DeletedEntity,
    cause?: Pick<EntityEvent, 'actor' | 'requestId'>,
  ): void;
  /**
   * Adds a record to the audit log.
   *
   * @param entityType the affected entity type: an event definition, or the names of a service and an entity
   * @param cause the user and request, when they differ from the transaction's
   */
  audit(
    entityType: Pick<EventDefinition, 'service' | 'entity'>,
    input: AuditRecordInput,
    cause?: AuditCause,
  ): void;
}

/** What `transact` needs. */
export interface TransactDeps {
  readonly connection: Connection;
  /** Receives the rows that were committed. */
  readonly relay: { enqueue(rows: readonly OutboxRow[]): void };
}

const commitListeners = new WeakMap<Connection, Set<() => void>>();

/** Calls a listener after each transaction of this process that was committed on a connection. Returns a function to stop. */
export function onCommit(connection: Connection, listener: () => void): () => void {
  const listeners = commitListeners.get(connection) ?? new Set();
  commitListeners.set(connection, listeners.add(listener));
  return () => listeners.delete(listener);
}

/**
 * Stores the writes of `work`, those of the connection's commit hooks, the events and the audit records in one transaction,
 * then passes the events and records to the relay.
 *
 * `work` may run several times (write conflicts), so all its effects must use `tx.session`; see `retryTransaction`.
 *
 * @param context with a deadline, the transaction is queued with other requests and commits in time or not at all
 * @returns the result of `work`, and the events in order
 * @throws ApiError 503 when the deadline has passed or the conflicts do not end; nothing is stored then
 */
export async function transact<T>(
  deps: TransactDeps,
  context: RequestContext,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ result: T; events: readonly EntityEvent[] }> {
  const { connection } = deps;
  let committed: { result: T; events: readonly EntityEvent[]; rows: readonly OutboxRow[] } | undefined;
  /** On a write conflict, aborts abandoned transactions that may hold the documents. */
  async function abortAbandonedOnConflict(error: unknown): Promise<never> {
    // Errors here are ignored: the original error matters.
    if (isWriteConflict(error))
      await abortAbandonedTransactions(connection, abandonedAfterMs).catch(() => undefined);
    throw error;
  }

  const { deadline } = context;
  async function attempt(session: ClientSession): Promise<void> {
    deadline?.beginAttempt();
    const { tx, events, purges, records, changes } = createTransaction(connection, session, context);
    // A slow transaction may wait for MongoDB, whose cache can be full of what an abandoned one keeps from being evicted.
    const slowTimer = setInterval(
      () => void abortAbandonedTransactions(connection, abandonedWhileSlowMs).catch(() => undefined),
      abandonedWhileSlowMs,
    );
    const result = await runInTransactionScope(async () => {
      const result = await work(tx);
      await runCommitHooks(connection, changes, tx);
      return result;
    })
      .catch(abortAbandonedOnConflict)
      .finally(() => clearInterval(slowTimer));
    const eventRows = events.map((event) => eventOutboxRow(event, purges.get(event.id)));
    const rows = [...eventRows, ...records.map(auditOutboxRow)].map(withTraceparent);
    if (rows.length > 0) await outboxOf(connection).insertMany(rows, { session });
    const tombstones = eventRows.filter((_row, index) => events[index]?.type === 'deleted');
    await storeTombstones(connection, tombstones, session);
    deadline?.beginCommit();
    committed = { result, events, rows };
  }
  const run = () => retryTransaction(connection, attempt, { runsRetriesSerially: deadline !== undefined });
  await (deadline ? withWriteLimit(connection, deadline.remainingMs(), run) : run());
  deadline?.committed();
  if (!committed) throw new Error('The transaction ended without running its work');
  const { result, events, rows } = committed;
  deps.relay.enqueue(rows);
  for (const listener of commitListeners.get(deps.connection) ?? []) listener();
  context.onCommitted?.(events);
  return { result, events };
}

/**
 * `transact` for a service that caches the totals of its lists: clears them after the commit.
 *
 * @returns the result of `work`
 */
export async function commit<T>(
  serviceContext: TransactDeps & { readonly counts: { clear(): void } },
  context: RequestContext,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { result } = await transact(serviceContext, context, work);
  serviceContext.counts.clear();
  return result;
}

/** The `Transaction` of one attempt, with its collected events and records. */
function createTransaction(
  connection: Connection,
  session: ClientSession,
  context: AuditCause & Pick<RequestContext, 'rights'>,
) {
  const events: EntityEvent[] = [];
  const changes: EntityChange[] = [];
  /** The surrogate keys of events, by event id. */
  const purges = new Map<string, string>();
  const records: AuditRecord[] = [];

  function addEvent(
    definition: EventDefinition,
    entity: EmittedEntity,
    state: unknown,
    { actor, requestId }: Pick<EntityEvent, 'actor' | 'requestId'>,
  ): void {
    const id = randomUUID();
    if (entity.surrogateKeys) purges.set(id, formatSurrogateKeys(entity.surrogateKeys));
    events.push({
      id,
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

  function addChange(change: EntityChange): void {
    requireVersionHook(connection, change.definition);
    changes.push(change);
  }

  const tx: Transaction = {
    session,
    actor: context.actor,
    rights: context.rights,
    emitChanged(definition, entity, cause = context) {
      addEvent(definition, entity, definition.state.parse(entity.state), cause);
      const { id, version, before, isRestored = false, state: after } = entity;
      addChange({ definition, id, version, actor: cause.actor, before, after, isRestored });
    },
    emitDeleted(definition, entity, cause = context) {
      addEvent(definition, entity, null, cause);
      const { id, version, before, deletedWith, details } = entity;
      addChange({ definition, id, version, actor: cause.actor, before, after: null, deletedWith, details });
    },
    audit: (entityType, input, cause = context) =>
      void records.push(createAuditRecord(entityType, input, cause)),
  };
  return { tx, events, purges, records, changes };
}

/** Whether the current code runs in an open transaction. Tracked only in tests, because tracking costs time. */
const transactionScope = new AsyncLocalStorage<{ open: boolean }>();
const isEnabled = process.env.NODE_ENV === 'test';

/** Runs a transaction's work so that `forbidInTransaction` detects it. */
async function runInTransactionScope<T>(work: () => Promise<T>): Promise<T> {
  if (!isEnabled) return work();
  const scope = { open: true };
  try {
    return await transactionScope.run(scope, work);
  } finally {
    scope.open = false;
  }
}

/**
 * In tests, throws when called during a transaction: waiting there for anything outside the transaction's session may
 * deadlock with the transaction, for up to a minute on MongoDB 4.0.
 *
 * @param operation the caller's name, such as `nextId of lesson`
 */
export function forbidInTransaction(operation: string): void {
  if (transactionScope.getStore()?.open)
    throw new Error(`${operation}: call it before the transaction, not during it`);
}

/** A live process continues its transaction within milliseconds. */
const abandonedAfterMs = 2_000;
/** Longer when nothing but slowness indicates an abandoned transaction: live processes may be slow, too. */
const abandonedWhileSlowMs = 5_000;
const checkIntervalMs = 500;
const writeConflict = 112;

const lastCheckedAt = new WeakMap<Connection, number>();

/** Whether the write conflicts with another open transaction. */
function isWriteConflict(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === writeConflict;
}

/**
 * Aborts this service's transactions that have been inactive for some time. MongoDB keeps the transaction of a killed
 * process open for a minute. Until then, writes to the same documents conflict, and MongoDB cannot evict what all others have
 * written since: with a cache of 0.25 GB, 24 MB of updates in another database stopped all writes until it was aborted
 * (measured with 4.0). A process that was only paused must retry its transaction. Checks at most twice a second.
 */
async function abortAbandonedTransactions(connection: Connection, inactiveMs: number): Promise<void> {
  const now = performance.now();
  if (now - (lastCheckedAt.get(connection) ?? Number.NEGATIVE_INFINITY) < checkIntervalMs) return;
  lastCheckedAt.set(connection, now);
  const client = connection.getClient();
  const admin = client.db('admin');
  const abandoned = await admin
    .aggregate<{ lsid: { id: mongo.UUID } }>([
      { $currentOp: { allUsers: false } },
      {
        $match: {
          active: false,
          appName: client.options.appName,
          'transaction.timeInactiveMicros': { $gt: inactiveMs * 1_000 },
        },
      },
      { $project: { 'lsid.id': 1 } },
    ])
    .toArray();
  if (abandoned.length > 0)
    await admin.command({ killSessions: abandoned.map(({ lsid }) => ({ id: lsid.id })) });
}

/** Maximum concurrent transactions of requests; the pool's other connections serve reads and background work. */
const maxConcurrency = 12;
const maxQueued = 500;
/** Weight of the latest transaction in the moving average. */
const smoothingFactor = 0.1;

type WriteLimiter = <T>(remainingMs: number, work: () => Promise<T>) => Promise<T>;

const limiters = new WeakMap<Connection, WriteLimiter>();

/**
 * Runs a request's transaction, queued when too many are running.
 *
 * @param remainingMs how long the caller still waits
 * @throws ApiError 503, without starting, when the queue is full or the estimated wait exceeds `remainingMs`
 */
function withWriteLimit<T>(connection: Connection, remainingMs: number, work: () => Promise<T>): Promise<T> {
  const limiter = limiters.get(connection) ?? createWriteLimiter();
  limiters.set(connection, limiter);
  return limiter(remainingMs, work);
}

function createWriteLimiter(): WriteLimiter {
  const limit = pLimit(maxConcurrency);
  let averageMs = 0;

  return async (remainingMs, work) => {
    const { activeCount, pendingCount } = limit;
    const waitMs = activeCount < maxConcurrency ? 0 : averageMs * (1 + pendingCount / maxConcurrency);
    if (pendingCount >= maxQueued || (waitMs > 0 && waitMs + averageMs > remainingMs))
      throw serviceUnavailable();
    return limit(async () => {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        averageMs += (performance.now() - startedAt - averageMs) * smoothingFactor;
      }
    });
  };
}
