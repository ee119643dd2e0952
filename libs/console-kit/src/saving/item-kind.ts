import type { ApiClient, ChangedEntity } from '@khmer-learning/console-sdk';
import type { Endpoint } from '@khmer-learning/contracts';
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
}

/** The texts about what happens to the items of one kind. */
export interface ItemMessages {
  readonly created: string;
  readonly updated: string;
  readonly deleted: string;
  readonly createFailed: string;
  readonly updateFailed: string;
  readonly deleteFailed: string;
}

/** What forms and lists need of one kind of item, whether it can be published or not. */
export interface ItemKind<Item> {
  /** What a save changes, as in `useApiMutation`. It also names the kind's drafts and its activity. */
  readonly entity: ChangedEntity;
  /** In lower case, for use in a sentence: `main lesson`. */
  readonly itemType: string;
  readonly messages: ItemMessages;
  /** Fetches the stored item; null when it no longer exists. */
  readonly fetch: (api: ApiClient, id: number) => Promise<Item | null>;
  readonly delete: (api: ApiClient, id: number) => Promise<unknown>;
  readonly versions: ItemVersionEndpoints<Item>;
  /** What `Recently deleted` and `Undo` need. */
  readonly deleted: DeletedItemsOptions;
}

/** A kind of item that learners see as soon as it is saved. */
export interface PlainKind<Item, Body> extends ItemKind<Item> {
  readonly create: (api: ApiClient, body: Body) => Promise<Item>;
  /** `version` is the version that the body is based on; undefined overwrites any. */
  readonly update: (api: ApiClient, id: number, body: Body, version: number | undefined) => Promise<Item>;
}

/** Options of `plainKind` and `publishableKind`. */
export interface ItemKindOptions {
  readonly entity: ChangedEntity;
  /** In lower case, for use in a sentence: `main lesson`. */
  readonly itemType: () => string;
  readonly messages: ItemMessages;
  /** What is deleted, and comes back, with an item. */
  readonly deletedWith?: readonly ChangedEntity[];
}

/** What the calls of all kinds have in common. */
export function sharedKind<Item>(
  endpoints: ItemEndpoints<Item>,
  { entity, itemType, messages, deletedWith = [] }: ItemKindOptions,
) {
  return {
    entity,
    messages,
    delete: (api: ApiClient, id: number) => api.call(endpoints.delete, { params: { id } }),
    versions: endpoints.versions,
    deleted: {
      get itemType() {
        return itemType();
      },
      endpoints: { listDeleted: endpoints.deleted.list, restoreDeleted: endpoints.deleted.restore },
      changes: [entity, ...deletedWith],
    },
  };
}

/**
 * Describes a kind of item that learners see as soon as it is saved, by its endpoints.
 * @param options.fetch fetches the stored item; null when it no longer exists
 */
export function plainKind<Item, Body>(
  endpoints: ItemEndpoints<Item>,
  { fetch, ...options }: ItemKindOptions & Pick<PlainKind<Item, Body>, 'fetch'>,
): PlainKind<Item, Body> {
  return {
    ...sharedKind(endpoints, options),
    get itemType() {
      return options.itemType();
    },
    fetch,
    create: (api, body) => api.call(endpoints.create, { body }),
    update: (api, id, body, version) => api.call(endpoints.update, { params: { id }, body }, { version }),
  };
}
