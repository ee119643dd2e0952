import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { eventDefinition } from './event.ts';
import { idParams, isoDate, messageResponse } from './fields.ts';
import { versionUserSchema } from './versions.ts';

/** What a list or an item says about its working copy; absent or null without one, and in events. */
export const workingCopyInfoSchema = z.object({
  version: z.number().int(),
  savedAt: isoDate,
  savedBy: versionUserSchema.nullable(),
});
/** What a list or an item says about its working copy. */
export type WorkingCopyInfo = z.infer<typeof workingCopyInfoSchema>;

/** The state of a working copy in its events. `contents` are those of the item, without its status. */
const workingCopyStateSchema = z.object({
  id: z.number().int(),
  baseVersion: z.number().int(),
  savedAt: isoDate,
  contents: z.looseObject({}),
});

/**
 * Declares the events of the working copies of one kind of item; a working copy has the id of its item. Only the owner of
 * the files in its contents needs them: they change nothing that learners see.
 *
 * @param entity of the item, such as `lesson`
 */
export function workingCopyEvent<const S extends 'content' | 'quizzes', const E extends string>(
  service: S,
  entity: E,
) {
  return eventDefinition({
    service,
    entity: `${entity}-working-copy` as const,
    state: workingCopyStateSchema,
  });
}
/** The event definition of the working copies of some kind of item. */
export type WorkingCopyEvent = ReturnType<typeof workingCopyEvent>;

/**
 * Declares the endpoints of the working copies of one kind of item: changes of a published item that learners do not see
 * yet. An item has at most one. A draft has none: unpublishing an item makes its working copy the contents of the draft.
 *
 * - `get`: 404 without a working copy
 * - `save`: `If-Match` is the version of the working copy, 0 when there must be none; 409 when it is stale, or when the
 *   item is not published
 * - `publish`: makes it what learners see; `If-Match` as in `save`. 409 when the item was saved since the working copy
 *   was begun, unless `overwrite` names the version of the item that the user has seen
 * - `discard`: `If-Match` as in `save`
 *
 * @param options.id prefix of the endpoint ids, such as `lessons`
 * @param options.path path of the items, such as `/api/lessons`
 * @param options.label such as `lesson`, for the summaries
 * @param options.contents what is saved: the body of the item without its status
 * @param options.stored the contents in a response, whose rules for input do not matter anymore
 * @param options.item response for one item
 */
export function workingCopyEndpoints<
  const S extends 'content' | 'quizzes',
  Contents extends z.ZodObject,
  Stored extends z.ZodObject,
  Item extends z.ZodType,
>(options: {
  readonly service: S;
  readonly id: string;
  readonly path: string;
  readonly label: string;
  readonly contents: Contents;
  readonly stored: Stored;
  readonly item: Item;
}) {
  const { service, id, label, contents, stored, item } = options;
  const path = `${options.path}/:id/working-copy` as const;
  const workingCopy = workingCopyInfoSchema.extend({
    /** The version of the item that it was begun from. */
    baseVersion: z.number().int(),
    contents: stored,
  });
  const common = { service, access: 'session', params: idParams } as const;
  return {
    get: endpoint({
      ...common,
      id: `${id}.workingCopy`,
      method: 'GET',
      path,
      summary: `The working copy of a published ${label}`,
      response: workingCopy,
    }),
    save: endpoint({
      ...common,
      id: `${id}.saveWorkingCopy`,
      method: 'PUT',
      path,
      summary: `Save a working copy of a published ${label}`,
      body: z.object({
        /** The version of the item that the changes are based on; by default that of the working copy, or the present one. */
        baseVersion: z.number().int().positive().optional(),
        contents,
        /** The form was saved without the user's command: of the saves of an hour, the history keeps the last. */
        isAutosave: z.boolean().optional(),
      }),
      response: workingCopy,
    }),
    publish: endpoint({
      ...common,
      id: `${id}.publishWorkingCopy`,
      permission: 'publish',
      method: 'POST',
      path: `${path}/publish`,
      summary: `Publish the working copy of a ${label}`,
      body: z.object({ overwrite: z.number().int().positive().optional() }),
      response: item,
    }),
    discard: endpoint({
      ...common,
      id: `${id}.discardWorkingCopy`,
      method: 'DELETE',
      path,
      summary: `Discard the working copy of a ${label}`,
      response: messageResponse,
    }),
  };
}
