import type { Endpoint, EventDefinition, idParams, WorkingCopyEvent } from '@khmer-learning/contracts';
import type { BatchItemResult, RequestContext, SearchFields, Transaction } from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import type { z } from 'zod';
import type { RestorableItem } from '../history/history.ts';
import type { WorkingCopyRules } from '../working-copies/working-copies.ts';
import type { ItemCause, ItemFeed, ItemRow, ItemState } from './item-feed.ts';

/** Contents of which a save changes some. */
export type PatchOf<Contents> = { readonly [K in keyof Contents]?: Contents[K] | undefined };

/** What operations need of the contract of a kind: `itemContract` makes it. */
export interface ItemContract<Contents, Item, State> {
  /** Such as `Lesson type`, for messages. */
  readonly label: string;
  readonly messages: { readonly deleted: string };
  readonly event: EventDefinition<z.ZodType<State>>;
  readonly create: Endpoint & { readonly body: z.ZodType<Contents>; readonly response: z.ZodType<Item> };
  readonly update: Endpoint & {
    readonly params: typeof idParams;
    readonly body: z.ZodType<PatchOf<NoInfer<Contents>>>;
    readonly response: z.ZodType<Item>;
  };
}

/** A row with what its response needs besides, such as its lesson type. */
export interface Found<Row, Joined> {
  readonly row: Row;
  readonly joined: Joined;
}

/** A row that is not stored yet: without its id, version and dates. */
export type Draft<Row> = Omit<Row, keyof Omit<ItemRow, 'title'>>;

/** Contents that become an item. */
export interface NewItem<Contents> {
  readonly id: number;
  readonly contents: Contents;
}

/** The data and rules of a kind of item. `createItems` makes its operations of them. */
export interface ItemKind<Contents extends object, Item, State extends ItemState, Row extends ItemRow, Joined>
  extends ItemFeed<State, Row> {
  readonly contract: ItemContract<Contents, Item, State>;
  readonly model: { readonly modelName: string };
  /** The message when another item has a title that must be unique. */
  readonly titleTaken?: string;
  /** The fields whose texts are searched: a save that changes one computes `searchFields` anew. */
  readonly searched: readonly (keyof Row)[];
  searchFields(texts: NoInfer<Contents> | Draft<NoInfer<Row>>): SearchFields;

  /**
   * Prepares input before the transaction: sanitises it, waits for copies of other services' data.
   *
   * @param of.id the item; null for a new one
   * @param of.isRestored whether the input is an earlier version
   * @throws ApiError 400, 413, 503
   */
  prepare?<I extends PatchOf<Contents>>(
    input: I,
    context: RequestContext,
    of: { readonly id: number | null; readonly isRestored: boolean },
  ): Promise<I>;
  /** Reads an item by one command; null when it does not exist. @param session the transaction to read in; null for none */
  read(id: number, session: ClientSession | null): Promise<Found<Row, Joined> | null>;

  /**
   * Makes rows of contents, with locks on the parents that they rely on. `oneByOne` makes them independently.
   *
   * @returns a result for each. An error rejects that item alone
   */
  create(
    tx: Transaction,
    items: readonly NewItem<Contents>[],
  ): Promise<readonly BatchItemResult<Found<Draft<Row>, Joined>>[]>;
  /** Applies a patch. Locks the parents that it relies on. @throws ApiError 400, 404, 409, 413 */
  change(tx: Transaction, current: Found<Row, Joined>, patch: PatchOf<Contents>): Promise<Found<Row, Joined>>;
  /**
   * Makes the row of a deleted item again.
   *
   * @param fields its last state without id and dates
   * @throws ApiError 409, before any write, when a parent does not exist
   */
  revive(
    tx: Transaction,
    fields: Omit<State, 'id' | 'createdAt' | 'updatedAt'>,
    item: RestorableItem,
  ): Promise<Found<Draft<Row>, Joined>>;
  /** @throws ApiError 409 that names the parent to restore first, when contents from the past have one that was deleted */
  requireParents?(tx: Transaction, contents: PatchOf<Contents>): Promise<void>;

  /** Writes what belongs to a new or restored item, after it. */
  inserted?(tx: Transaction, row: Row, restored?: RestorableItem): Promise<void>;
  /** Writes what depends on a changed item, after it. */
  changed?(tx: Transaction, before: Row, after: Row, context: ItemCause): Promise<void>;
  /** Deletes what belongs to a deleted item. @returns what its restoration needs besides the last state */
  removed?(tx: Transaction, row: Row): Promise<object | undefined>;
  /** Called after the commit of a save by a request, such as to wake a job. */
  committed?(before: Row, after: Row): void;

  toItem(found: Found<Row, Joined>): Item | Promise<Item>;
  /** The response for an item as it was at a version. */
  toVersion(state: State, version: number): Item | Promise<Item>;
  /** A state as an update takes it; by default as it is. */
  toUpdate?(state: State): object;
}

/** What a kind has besides if its items can be published. */
interface PublishingRules<Copy extends object, Row> extends WorkingCopyRules<Copy> {
  /** The status that learners see. The other one is `draft`. */
  readonly publishedStatus: string;
  /** The contents of an item; what it lacks is left out. */
  toContents(row: Row): Partial<Copy>;
  /** The contents of a working copy without parents that have been deleted; by default all. */
  withPresentParents?(contents: Copy, current: Row, session: ClientSession): Promise<PatchOf<Copy>>;
}

/** A kind whose items can be published. */
export interface PublishableKind<
  Contents extends object,
  Copy extends PatchOf<Contents> & object,
  Item,
  State extends ItemState & { readonly status: string },
  Row extends ItemRow,
  Joined,
> extends ItemKind<Contents, Item, State, Row, Joined> {
  readonly contract: ItemContract<Contents, Item, State> & {
    readonly workingCopyEvent: WorkingCopyEvent;
    readonly workingCopy: { readonly save: { readonly body: z.ZodType<{ readonly contents: Copy }> } };
  };
  readonly publishing: PublishingRules<NoInfer<Copy>, Row>;
}

/** Declares a kind: infers the types of its contents, item, state, row and what is joined to it. */
export function defineKind<
  Contents extends object,
  Item,
  State extends ItemState,
  Row extends ItemRow,
  Joined,
>(kind: ItemKind<Contents, Item, State, Row, Joined>): ItemKind<Contents, Item, State, Row, Joined> {
  return kind;
}

/** `defineKind` for a kind whose items can be published. */
export function definePublishableKind<
  Contents extends object,
  Copy extends PatchOf<Contents> & object,
  Item,
  State extends ItemState & { readonly status: string },
  Row extends ItemRow,
  Joined,
>(
  kind: PublishableKind<Contents, Copy, Item, State, Row, Joined>,
): PublishableKind<Contents, Copy, Item, State, Row, Joined> {
  return kind;
}

/** Makes the `create` of a kind whose new items do not share locks. It throws what `create` throws for the first of them. */
export function oneByOne<Contents, Row, Joined>(
  create: (tx: Transaction, contents: Contents, id: number) => Promise<Found<Draft<Row>, Joined>>,
) {
  return async (tx: Transaction, items: readonly NewItem<Contents>[]) => {
    const results: BatchItemResult<Found<Draft<Row>, Joined>>[] = [];
    for (const { id, contents } of items) results.push({ value: await create(tx, contents, id) });
    return results;
  };
}
