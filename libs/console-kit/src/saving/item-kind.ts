import { type ApiClient, type ChangedEntity, useApi } from '@khmer-learning/console-sdk';
import type { CommentEndpoints, Endpoint } from '@khmer-learning/contracts';
import type { z } from 'zod';
import type { ItemVersionEndpoints } from '../versions/history-dialog.tsx';
import type { DeletedItemEndpoints, DeletedItemsOptions } from '../versions/use-restore-deleted.ts';

type Schema = z.ZodType | undefined;
/** An endpoint that responds with `Response`. */
export type EndpointFor<Response> = Endpoint<Schema, Schema, Schema, z.ZodType<Response>>;

/** The endpoints that every kind of item has. */
export interface ItemEndpoints<Item> {
  readonly create: EndpointFor<Item>;
  readonly update: EndpointFor<Item>;
  readonly delete: Endpoint;
  readonly versions: ItemVersionEndpoints<Item>;
  readonly deleted: {
    readonly list: DeletedItemEndpoints['listDeleted'];
    readonly restore: DeletedItemEndpoints['restoreDeleted'];
  };
  /** Without them, its forms have no comments. */
  readonly comments?: CommentEndpoints;
}

/** What forms and lists need of one kind of item. */
export interface ItemKind<Item> {
  /** What a save changes, as in `useApiMutation`. It also names the kind's drafts and its activity. */
  readonly entity: ChangedEntity;
  /** What is deleted, and comes back, with an item. */
  readonly deletedWith?: readonly ChangedEntity[];
  /** In lower case, for use in a sentence: `main lesson`. */
  readonly itemType: string;
  readonly messages: Readonly<
    Record<'created' | 'updated' | 'deleted' | 'createFailed' | 'updateFailed' | 'deleteFailed', string>
  >;
  readonly endpoints: ItemEndpoints<Item>;
  /** Fetches the stored item; null when it no longer exists. */
  readonly fetch: (api: ApiClient, id: number) => Promise<Item | null>;
}

/** @returns fetches the stored item; null when it no longer exists */
export function useFetchItem<Item>(kind: ItemKind<Item>): (id: number) => Promise<Item | null> {
  const api = useApi();
  return (id) => kind.fetch(api, id);
}

/** What `Recently deleted` and `Undo` need. */
export const deletedItemsOf = ({
  entity,
  deletedWith = [],
  itemType,
  endpoints: { deleted },
}: Pick<ItemKind<unknown>, 'entity' | 'deletedWith' | 'itemType' | 'endpoints'>): DeletedItemsOptions => ({
  itemType,
  endpoints: { listDeleted: deleted.list, restoreDeleted: deleted.restore },
  changes: [entity, ...deletedWith],
});
