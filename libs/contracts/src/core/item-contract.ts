import { z } from 'zod';
import { commentEndpoints } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { eventDefinition } from './event.ts';
import { idParams, isoDate } from './fields.ts';
import { itemMessages } from './item-messages.ts';
import { reviewEndpoints, reviewSchema } from './reviews.ts';
import { scheduleEndpoints, scheduleSchema } from './schedules.ts';
import { suggestSearchEndpoint } from './suggest-search.ts';
import { versionEndpoints } from './versions.ts';
import { workingCopyEndpoints, workingCopyEvent, workingCopyInfoSchema } from './working-copies.ts';

/** What the endpoints and events of a kind of item are named after. */
export interface ItemNames {
  readonly service: 'content' | 'quizzes';
  /** In its events, such as `main-lesson`. */
  readonly entity: string;
  /** Prefix of the endpoint ids, such as `mainLessons`. */
  readonly id: string;
  /** Path of the items, such as `/api/main-lessons`. */
  readonly path: string;
  /** Path of the deleted items, such as `/api/deleted-main-lessons`. */
  readonly deletedPath: string;
  /** `main lesson` and its plural, for summaries and messages. */
  readonly label: readonly [one: string, many: string];
  /** How the messages of successes begin; by default with the label. */
  readonly created?: string;
}

/**
 * Declares the event of a kind of item, its label and messages, and the endpoints that every kind has: `create`, `update`,
 * `delete`, `versions` and `deleted`, which are described at `versionEndpoints`, and `comments` (`commentEndpoints`). A kind that
 * differs replaces a member.
 *
 * @param parts.body of a creation
 * @param parts.patch of an update: every field is optional
 * @param parts.item response for one item
 * @param parts.restored response for one restored deleted item
 * @param parts.deleted response to a deletion
 * @param parts.state in its events
 */
export function itemContract<
  const N extends ItemNames,
  Body extends z.ZodType,
  Patch extends z.ZodType,
  Item extends z.ZodType,
  Restored extends z.ZodType,
  Deleted extends z.ZodType,
  State extends z.ZodObject,
>(
  names: N,
  parts: {
    readonly body: Body;
    readonly patch: Patch;
    readonly item: Item;
    readonly restored: Restored;
    readonly deleted: Deleted;
    readonly state: State;
  },
) {
  const service: N['service'] = names.service;
  const entity: N['entity'] = names.entity;
  const path: N['path'] = names.path;
  const [one] = names.label;
  const label = one.charAt(0).toUpperCase() + one.slice(1);
  const { listDeleted, restoreDeleted, ...versions } = versionEndpoints({ ...names, service, ...parts });
  const session = { service, access: 'session' } as const;
  const itemPath = `${path}/:id` as `${N['path']}/:id`;
  return {
    label,
    messages: itemMessages(label, names.created),
    event: eventDefinition({ service, entity, keepsVersions: true, state: parts.state }),
    create: endpoint({
      ...session,
      id: `${names.id}.create` as `${N['id']}.create`,
      method: 'POST',
      path,
      summary: `Create a ${one}`,
      body: parts.body,
      response: parts.item,
      status: 201,
    }),
    update: endpoint({
      ...session,
      id: `${names.id}.update` as `${N['id']}.update`,
      method: 'PATCH',
      path: itemPath,
      summary: `Update a ${one}`,
      params: idParams,
      body: parts.patch,
      response: parts.item,
    }),
    delete: endpoint({
      ...session,
      id: `${names.id}.delete` as `${N['id']}.delete`,
      method: 'DELETE',
      path: itemPath,
      summary: `Delete a ${one}`,
      params: idParams,
      response: parts.deleted,
    }),
    suggestSearch: suggestSearchEndpoint({ ...names, service }),
    versions,
    deleted: { list: listDeleted, restore: restoreDeleted },
    comments: commentEndpoints({ ...names, service, label: one }),
  };
}

/** What responses for an item that can be published have besides its fields: in lists and `get`, what there is of the last three. */
export const publishableItemFields = {
  version: z.number().int(),
  createdAt: isoDate,
  updatedAt: isoDate,
  workingCopy: workingCopyInfoSchema.nullable().optional(),
  schedule: scheduleSchema.nullable().optional(),
  review: reviewSchema.nullable().optional(),
};

/**
 * Declares what a kind of item that can be published has besides: `workingCopy` with its event, `schedule` and `review`, which
 * are described at `workingCopyEndpoints`, `scheduleEndpoints` and `reviewEndpoints`.
 *
 * @param parts.contents what a working copy saves: the body of the item without its status
 * @param parts.stored the contents in a response, whose rules for input do not matter anymore
 * @param parts.item response for one item
 */
export function publishingContract<
  const N extends ItemNames,
  Contents extends z.ZodObject,
  Stored extends z.ZodObject,
  Item extends z.ZodType,
>(names: N, parts: { readonly contents: Contents; readonly stored: Stored; readonly item: Item }) {
  const service: N['service'] = names.service;
  const entity: N['entity'] = names.entity;
  const options = { ...names, service, label: names.label[0] };
  return {
    workingCopyEvent: workingCopyEvent(service, entity),
    workingCopy: workingCopyEndpoints({ ...options, ...parts }),
    schedule: scheduleEndpoints(options),
    review: reviewEndpoints(options),
  };
}
