import type { ContentStatus } from '@khmer-learning/contracts';
import type { ApiClient } from '../api/api-client.ts';
import type { ChangedEntity } from '../data/changed-entity.ts';

/** An item that is a draft or published. */
export interface PublishableItem {
  id: number;
  version: number;
  /** `draft`; any other status means published. */
  status: string;
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
  readonly create: (api: ApiClient, contents: Contents, status: ContentStatus) => Promise<Item>;
  /** `version` is the version that the contents are based on; undefined overwrites any. */
  readonly update: (
    api: ApiClient,
    id: number,
    contents: Contents,
    status: ContentStatus,
    version: number | undefined,
  ) => Promise<Item>;
}

/** Whether learners see the item. */
export const isPublished = ({ status }: Pick<PublishableItem, 'status'>) => status !== 'draft';
