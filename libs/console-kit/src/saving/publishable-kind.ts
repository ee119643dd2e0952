import type { ApiClient, ChangedEntity } from '@khmer-learning/console-sdk';
import { ApiError } from '@khmer-learning/console-sdk';
import type {
  ContentStatus,
  HiddenBy,
  Schedule,
  ScheduleEndpoints,
  WorkingCopyInfo,
} from '@khmer-learning/contracts';

/** An item that is a draft or published. A published one can have a working copy: changes that learners do not see yet. */
export interface PublishableItem {
  id: number;
  version: number;
  /** `draft`; any other status means published. */
  status: string;
  /** What hides it from learners although it is published. */
  hiddenBy?: HiddenBy | undefined;
  workingCopy?: WorkingCopyInfo | null | undefined;
  /** The publication or unpublication that is to come. */
  schedule?: Schedule | null | undefined;
}

/** The calls for the working copies of one kind of item. `version` is that of the working copy; 0 when there must be none. */
interface WorkingCopyCalls<Contents> {
  /** Throws a 404 without one. */
  readonly get: (
    api: ApiClient,
    id: number,
  ) => Promise<WorkingCopyInfo & { baseVersion: number; contents: Contents }>;
  /** `baseVersion` is the version of the item that the contents are based on. */
  readonly save: (
    api: ApiClient,
    id: number,
    body: { baseVersion: number; contents: Contents },
    version: number,
  ) => Promise<WorkingCopyInfo>;
  /** Resolves to the published item. */
  readonly publish: (api: ApiClient, id: number, version: number) => Promise<PublishableItem>;
  readonly discard: (api: ApiClient, id: number, version: number) => Promise<unknown>;
}

/**
 * One kind of item that is a draft or published: what it is called, how it is saved and what users are told.
 * `Contents` is what a form saves: the item without its status.
 */
export interface PublishableKind<Item extends PublishableItem, Contents extends object> {
  /** In lower case, for use in a sentence: `main lesson`. */
  readonly itemType: string;
  /** The entities that a save changes, as in `useApiMutation`. */
  readonly changes: readonly ChangedEntity[];
  readonly messages: {
    readonly created: string;
    readonly updated: string;
    readonly createFailed: string;
    readonly updateFailed: string;
  };
  /** The consequence for learners when it is unpublished, as the end of a sentence. */
  readonly consequence: string;
  /** Fetches the stored item. */
  readonly fetch: (api: ApiClient, id: number) => Promise<Item>;
  /** Who saved it last; undefined when that is not known. Used when another user saves an open item. */
  readonly fetchLastUser?: (api: ApiClient, id: number) => Promise<string | undefined>;
  readonly create: (api: ApiClient, contents: Contents, status: ContentStatus) => Promise<Item>;
  /** `version` is the version that the contents are based on; undefined overwrites any. */
  readonly update: (
    api: ApiClient,
    id: number,
    contents: Contents,
    status: ContentStatus,
    version: number | undefined,
  ) => Promise<Item>;
  readonly workingCopy: WorkingCopyCalls<Contents>;
  readonly schedule: ScheduleEndpoints;
  /** The item as it is with other contents and this status. */
  readonly withContents: (item: Item, contents: Contents, status: ContentStatus) => Item;
}

/** Whether learners see the item. */
export const isPublished = ({ status }: Pick<PublishableItem, 'status'>) => status !== 'draft';

/** The stored versions that changes are made to. */
export interface BaseVersions {
  /** The version of the item. */
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
    const { contents, version, baseVersion } = await kind.workingCopy.get(api, id);
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
