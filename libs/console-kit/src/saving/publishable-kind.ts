import { type ApiClient, ApiError, useApi } from '@khmer-learning/console-sdk';
import type {
  ContentStatus,
  Endpoint,
  HiddenBy,
  Review,
  ReviewEndpoints,
  Schedule,
  ScheduleEndpoints,
  WorkingCopyInfo,
} from '@khmer-learning/contracts';
import type { EndpointFor, ItemEndpoints, ItemKind } from './item-kind.ts';

/** An item that is a draft or published. A published one can have a working copy: changes that learners do not see yet. */
export interface PublishableItem {
  id: number;
  version: number;
  /** `draft`; any other status means published. */
  status: string;
  /** Of something published, when learners last saw it change. */
  updatedAt?: string;
  /** What hides it from learners although it is published. */
  hiddenBy?: HiddenBy | undefined;
  workingCopy?: WorkingCopyInfo | null | undefined;
  /** The publication or unpublication that is to come. */
  schedule?: Schedule | null | undefined;
  /** The request to look at what is not published yet. */
  review?: Review | null | undefined;
}

/** The endpoints of a kind of item that is a draft or published. `Contents` is the item without its status. */
interface PublishableEndpoints<Item, Contents> extends ItemEndpoints<Item> {
  readonly workingCopy: {
    readonly get: EndpointFor<WorkingCopyInfo & { baseVersion: number; contents: Contents }>;
    readonly save: EndpointFor<WorkingCopyInfo>;
    readonly publish: EndpointFor<PublishableItem>;
    readonly discard: Endpoint;
  };
  readonly schedule: ScheduleEndpoints;
  readonly review: ReviewEndpoints;
}

/** One kind of item that is a draft or published. `Contents` is what a form saves: the item without its status. */
export interface PublishableKind<Item extends PublishableItem, Contents extends object>
  extends ItemKind<Item> {
  readonly fetch: (api: ApiClient, id: number) => Promise<Item>;
  readonly endpoints: PublishableEndpoints<Item, Contents>;
  /** The consequence for learners when it is unpublished, as the end of a sentence. */
  readonly consequence: string;
  /** What a status is called in comparisons. Default: `Published` or `Draft`. */
  readonly statusLabel?: (status: string) => string;
  /** The kind's own name for a status. Default: the same. */
  readonly toStatus?: (status: ContentStatus) => string;
  /** The item as it is with other contents and this status. */
  readonly withContents: (item: Item, contents: Contents, status: ContentStatus) => Item;
}

/** The stored versions that changes are made to. */
export interface BaseVersions {
  readonly version: number;
  /** The version of the item's working copy; 0 without one. */
  readonly workingCopyVersion: number;
}

/** An item as its form opens it: with its working copy, if it has one. */
export interface OpenedItem<Item extends PublishableItem> extends BaseVersions {
  readonly id: number;
  /** The item itself; when it is published, what learners see. */
  readonly stored: Item;
  /** What is edited: the item with the contents of its working copy, or the item itself. */
  readonly edited: Item;
}

/** Fetches an item with its working copy. Throws like `ApiClient.call`. */
export async function fetchOpenedItem<Item extends PublishableItem, Contents extends object>(
  api: ApiClient,
  kind: PublishableKind<Item, Contents>,
  id: number,
): Promise<OpenedItem<Item>> {
  const stored = await kind.fetch(api, id);
  const unchanged = { id, version: stored.version, workingCopyVersion: 0, stored, edited: stored };
  if (!stored.workingCopy) return unchanged;
  try {
    const { contents, version, baseVersion } = await api.call(kind.endpoints.workingCopy.get, {
      params: { id },
    });
    return {
      id,
      version: baseVersion,
      workingCopyVersion: version,
      stored,
      edited: kind.withContents(stored, contents, 'published'),
    };
  } catch (error) {
    // It was published or discarded since.
    if (error instanceof ApiError && error.status === 404) return unchanged;
    throw error;
  }
}

/** @returns fetches an item with its working copy, for its form */
export function useFetchOpenedItem<Item extends PublishableItem, Contents extends object>(
  kind: PublishableKind<Item, Contents>,
): (id: number) => Promise<OpenedItem<Item>> {
  const api = useApi();
  return (id) => fetchOpenedItem(api, kind, id);
}
