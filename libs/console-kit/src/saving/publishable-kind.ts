import type { ApiClient } from '@khmer-learning/console-sdk';
import { ApiError } from '@khmer-learning/console-sdk';
import type {
  ContentStatus,
  Endpoint,
  HiddenBy,
  Schedule,
  ScheduleEndpoints,
  WorkingCopyInfo,
} from '@khmer-learning/contracts';
import { message } from '../messages/messages.ts';
import {
  type EndpointFor,
  type ItemEndpoints,
  type ItemKind,
  type ItemKindOptions,
  sharedKind,
} from './item-kind.ts';

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
 * One kind of item that is a draft or published. `Contents` is what a form saves: the item without its status.
 */
export interface PublishableKind<Item extends PublishableItem, Contents extends object>
  extends ItemKind<Item> {
  /** The consequence for learners when it is unpublished, as the end of a sentence. */
  readonly consequence: string;
  /** What a status is called in comparisons. */
  readonly statusLabel: (status: string) => string;
  /** Fetches the stored item. */
  readonly fetch: (api: ApiClient, id: number) => Promise<Item>;
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

/** The endpoints of a kind of item that is a draft or published. */
interface PublishableEndpoints<Item, Contents> extends ItemEndpoints<Item> {
  readonly get: EndpointFor<Item>;
  readonly workingCopy: {
    readonly get: EndpointFor<WorkingCopyInfo & { baseVersion: number; contents: Contents }>;
    readonly save: EndpointFor<WorkingCopyInfo>;
    readonly publish: EndpointFor<PublishableItem>;
    readonly discard: Endpoint;
  };
  readonly schedule: ScheduleEndpoints;
}

interface PublishableKindOptions<Item extends PublishableItem, Contents extends object>
  extends ItemKindOptions,
    Pick<PublishableKind<Item, Contents>, 'withContents'> {
  /** The consequence for learners when it is unpublished, as the end of a sentence. */
  readonly consequence: () => string;
  /** What a status is called in comparisons. Default: published or draft. */
  readonly statusLabel?: (status: string) => string;
  /** The kind's own name for a status. Default: the same. */
  readonly toStatus?: (status: ContentStatus) => string;
}

/** Describes a kind of item that is a draft or published, by its endpoints. */
export function publishableKind<Item extends PublishableItem, Contents extends object>(
  endpoints: PublishableEndpoints<Item, Contents>,
  options: PublishableKindOptions<Item, Contents>,
): PublishableKind<Item, Contents> {
  const { statusLabel = labelOfStatus, toStatus = (status) => status, withContents } = options;
  const { get, create, update, workingCopy, schedule } = endpoints;
  const bodyOf = (contents: Contents, status: ContentStatus) => ({ ...contents, status: toStatus(status) });
  return {
    ...sharedKind(endpoints, options),
    get itemType() {
      return options.itemType();
    },
    get consequence() {
      return options.consequence();
    },
    statusLabel,
    fetch: (api, id) => api.call(get, { params: { id } }),
    create: (api, contents, status) => api.call(create, { body: bodyOf(contents, status) }),
    update: (api, id, contents, status, version) =>
      api.call(update, { params: { id }, body: bodyOf(contents, status) }, { version }),
    workingCopy: {
      get: (api, id) => api.call(workingCopy.get, { params: { id } }),
      save: (api, id, body, version) => api.call(workingCopy.save, { params: { id }, body }, { version }),
      publish: (api, id, version) => api.call(workingCopy.publish, { params: { id }, body: {} }, { version }),
      discard: (api, id, version) => api.call(workingCopy.discard, { params: { id } }, { version }),
    },
    schedule,
    withContents,
  };
}

/** `Published` or `Draft`. */
export const labelOfStatus = (status: string) =>
  message(isPublished({ status }) ? 'publishingQuestions.published' : 'publishingQuestions.draft');

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
