import type { EntityEvent } from '@khmer-learning/contracts';
import {
  type BatchItemResult,
  commit,
  createBatcher,
  nextIds,
  type RequestContext,
  type SearchFields,
  type ServiceContext,
  serviceUnavailable,
  type TransactionDeadline,
} from '@khmer-learning/service-kit';
import type { Items } from './create-items.ts';
import type { ItemRow, ItemState } from './item-feed.ts';
import type { Found, ItemKind } from './item-kind.ts';
import type { ItemWrites } from './item-writes.ts';

/** The limits of a batch of new items. */
export interface CreationLimits<Contents> {
  readonly concurrency: number;
  readonly maxItems: number;
  /** Maximum weight of one batch, as measured by `weightOf`. */
  readonly maxWeight: number;
  readonly weightOf: (contents: Contents, search: SearchFields) => number;
}

/**
 * Creates the function that creates items of a kind, in place of `Items.create`: concurrent calls share one transaction, which
 * costs little more than one call alone. Each has its own audit record and `X-Event`.
 */
export function createInBatches<
  Contents extends object,
  Item,
  State extends ItemState,
  Row extends ItemRow,
  Joined,
>(
  store: ServiceContext,
  kind: ItemKind<Contents, Item, State, Row, Joined>,
  writes: ItemWrites<Contents, Row, Joined>,
  { concurrency, maxItems, maxWeight, weightOf }: CreationLimits<Contents>,
): Items<Contents, Item, Row, Joined>['create'] {
  interface QueuedItem {
    readonly contents: Contents;
    readonly search: SearchFields;
    readonly context: RequestContext;
  }

  async function insertBatch(queued: readonly QueuedItem[]): Promise<BatchItemResult<Found<Row, Joined>>[]> {
    const ids = await nextIds(store.connection, kind.event.entity, queued.length);
    const items = queued.map(({ contents, search, context }, index) => ({
      ...{ id: ids[index] ?? 0, contents, search, cause: context },
    }));
    const contexts = new Map(items.map(({ id, cause }) => [String(id), cause]));
    // Each request gets the event of its own item only.
    const onCommitted = (events: readonly EntityEvent[]) => {
      for (const event of events) contexts.get(event.entityId)?.onCommitted?.([event]);
    };
    const deadline = combineDeadlines(queued.flatMap(({ context }) => context.deadline ?? []));
    return commit(store, { actor: null, requestId: null, onCommitted, deadline }, async (tx) => {
      const results = await writes.insertAll(tx, items);
      for (const result of results) {
        if (!('value' in result)) continue;
        const { _id: id, title } = result.value.row;
        tx.audit(kind.event, { action: 'created', id, title }, contexts.get(String(id)));
      }
      return [...results];
    });
  }

  const enqueue = createBatcher(insertBatch, {
    concurrency,
    maxItems,
    weight: { most: maxWeight, of: ({ contents, search }) => weightOf(contents, search) },
    retryIndividually: true,
    cancelReason: ({ context: { deadline } }) =>
      deadline && deadline.remainingMs() <= 0 ? serviceUnavailable() : undefined,
  });

  return async (input, context) => {
    const contents = kind.prepare
      ? await kind.prepare(input, context, { id: null, isRestored: false })
      : input;
    return kind.toItem(await enqueue({ contents, search: kind.searchFields(contents), context }));
  };
}

/** The deadline of a transaction shared by several requests: it fails when any of their deadlines has passed. */
function combineDeadlines(deadlines: readonly TransactionDeadline[]): TransactionDeadline {
  const all = (step: 'beginAttempt' | 'beginCommit' | 'committed') => () => {
    for (const deadline of deadlines) deadline[step]();
  };
  return {
    remainingMs: () => Math.min(...deadlines.map((deadline) => deadline.remainingMs())),
    beginAttempt: all('beginAttempt'),
    beginCommit: all('beginCommit'),
    committed: all('committed'),
  };
}
