import type { EventDefinition, Rights } from '@khmer-learning/contracts';
import type { Transaction } from '@khmer-learning/service-kit';
import type { z } from 'zod';
import { type ItemPlace, requireRights } from '../rights/require-rights.ts';

/** The fields that the rows of all kinds have. */
export interface ItemRow {
  readonly _id: number;
  readonly title: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The fields that the states of all kinds have in their events. */
export interface ItemState {
  readonly id: number;
  readonly title: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An item before and after a change: `before` is null for a new or restored item, `after` for a deleted one. */
export interface ItemChange<Row> {
  readonly before: Row | null;
  readonly after: Row | null;
  /** It was restored: from an earlier version, or after its deletion. */
  readonly isRestored?: boolean;
}

/** How the changes of a kind of item are published. */
export interface ItemFeed<State extends ItemState, Row extends ItemRow> {
  readonly event: EventDefinition<z.ZodType<State>>;
  toState(row: Row): State;
  /** The answers of `/api/v1` that a change purges; undefined purges all that depend on this kind. */
  surrogateKeys(change: ItemChange<Row>): readonly string[] | undefined;
  /** The main lesson that an item is or is in; null for none. Without it, a kind belongs to no main lesson. */
  mainLessonOf?(row: Row): number | null;
}

/** What the rights to change an item depend on; null for none. */
export function placeOf<State extends ItemState, Row extends ItemRow>(
  { toState, mainLessonOf }: Pick<ItemFeed<State, Row>, 'toState' | 'mainLessonOf'>,
  row: Row | null,
): ItemPlace | null {
  if (!row) return null;
  const state: object & { readonly status?: unknown } = toState(row);
  return { isPublished: state.status !== 'draft', mainLessonId: mainLessonOf?.(row) ?? null };
}

/** Who causes a change, with which request. */
export interface ItemCause extends NonNullable<Parameters<Transaction['emitChanged']>[2]> {
  readonly rights?: Rights | undefined;
}

/**
 * Emits the event of a changed or deleted item. Every change of an item passes here, so it is checked here that its cause
 * has the right to it; see `asDerived`.
 *
 * @param more what a deletion needs for its restoration; see `Transaction.emitDeleted`
 * @param cause the user and request, when they differ from the transaction's
 * @throws ApiError 403
 */
export function emitItem<State extends ItemState, Row extends ItemRow>(
  tx: Transaction,
  feed: ItemFeed<State, Row>,
  change: ItemChange<Row>,
  more: Pick<Parameters<Transaction['emitDeleted']>[1], 'deletedWith' | 'details'> = {},
  cause?: ItemCause,
): void {
  const { event, toState } = feed;
  const { before, after, isRestored = false } = change;
  const { rights } = cause ?? tx;
  if (rights) requireRights(rights, placeOf(feed, before), placeOf(feed, after));
  const keys = feed.surrogateKeys(change);
  const purged = keys && { surrogateKeys: keys };
  if (after) {
    const { _id: id, version } = after;
    const states = { before: before && toState(before), state: toState(after) };
    tx.emitChanged(event, { id, version, isRestored, ...states, ...purged }, cause);
  } else if (before) {
    const { _id: id, version } = before;
    tx.emitDeleted(event, { id, version: version + 1, before: toState(before), ...more, ...purged }, cause);
  }
}

/** The fields of an object that a schema declares, in its order; those that are undefined are left out. */
export function pickFields<T extends object, K extends keyof T>(
  fields: T,
  declared: Readonly<Record<K, unknown>>,
): Pick<T, K> {
  const names = Object.keys(declared) as K[];
  const picked = names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]] as const]));
  return Object.fromEntries(picked) as Pick<T, K>;
}

/** Returns a copy of an object without the fields that are undefined. */
export function omitUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** A row with its id and dates as they are in events and responses. */
export function withEventFields<Row extends ItemRow>(row: Row) {
  const { _id: id, createdAt, updatedAt } = row;
  return { ...row, id, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
