import type { Actor, DeletedItem, EventDefinition } from '@khmer-learning/contracts';
import type { ClientSession, Connection } from 'mongoose';
import type { AuditRecordInput } from './outbox-row.ts';

/** Which version of an entity a transaction writes, and for whom. */
interface ChangedVersion {
  readonly definition: EventDefinition;
  readonly id: number | string;
  readonly version: number;
  readonly actor: Actor | null;
}

/** A new state of an entity: what `emitChanged` was given. */
export interface EntitySave extends ChangedVersion {
  /** The state before. Null for a new or restored entity, undefined only if its definition keeps no versions. */
  readonly before: object | null | undefined;
  readonly after: object;
  /** It was restored: from an earlier version, or after its deletion. */
  readonly isRestored: boolean;
}

/** A deletion of an entity: what `emitDeleted` was given. */
export interface EntityDeletion extends ChangedVersion {
  /** The last state, undefined only if its definition keeps no versions. */
  readonly before: { readonly title: string } | undefined;
  readonly after: null;
  /** The parent that was deleted with it, and with which it is restored. */
  readonly deletedWith: NonNullable<DeletedItem['deletedWith']> | undefined;
  /** What a restoration needs besides the last state. */
  readonly details: object | undefined;
}

/** A change of one entity in a transaction. */
export type EntityChange = EntitySave | EntityDeletion;

/** The part of a transaction that hooks use: they emit events of entities without versions alone. */
export interface HookTransaction {
  readonly session: ClientSession;
  emitChanged(definition: EventDefinition, entity: HookEvent & { readonly state: object }): void;
  emitDeleted(definition: EventDefinition, entity: HookEvent): void;
  /** Adds a record to the audit log, with the user and request of the transaction. */
  audit(entityType: Pick<EventDefinition, 'service' | 'entity'>, input: AuditRecordInput): void;
}

/** An event of a hook. */
interface HookEvent {
  readonly id: string | number;
  readonly version: number;
  readonly surrogateKeys: readonly string[];
}

/** What is stored with the changes of every transaction of a connection. */
export interface CommitHook {
  /** It stores versions: entities whose definition keeps them need such a hook. */
  readonly keepsVersions?: true;
  /**
   * Stores what belongs to the changes, after the work of the transaction and before its events.
   *
   * @param changes all changes of the transaction, in order; at least one
   */
  readonly store: (
    connection: Connection,
    changes: readonly EntityChange[],
    tx: HookTransaction,
  ) => Promise<void>;
}

const hooksByConnection = new WeakMap<Connection, Set<CommitHook>>();

/** Runs a hook in every later transaction of a connection. Adding it again has no effect. */
export function addCommitHook(connection: Connection, hook: CommitHook): void {
  hooksByConnection.set(connection, (hooksByConnection.get(connection) ?? new Set()).add(hook));
}

/** Runs the hooks of a connection, in the order in which they were added. */
export async function runCommitHooks(
  connection: Connection,
  changes: readonly EntityChange[],
  tx: HookTransaction,
): Promise<void> {
  if (changes.length === 0) return;
  for (const { store } of hooksByConnection.get(connection) ?? []) await store(connection, changes, tx);
}

/** @throws Error when an entity keeps versions and no hook of the connection stores them */
export function requireVersionHook(connection: Connection, { entity, keepsVersions }: EventDefinition): void {
  if (!keepsVersions) return;
  for (const hook of hooksByConnection.get(connection) ?? []) if (hook.keepsVersions) return;
  throw new Error(`${entity} keeps versions, which no commit hook of this connection stores`);
}
