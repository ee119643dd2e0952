import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, isoDate } from './fields.ts';

/** Limits of one edit of many items. */
export const itemEditLimits = {
  items: 1_000,
  /** So many are saved in one transaction, unless they are large. */
  atOnce: 50,
  /** So many of the user's last ones are listed. */
  listed: 5,
} as const;

export const itemEditMessages = {
  items: 'Choose what to edit',
  tooMany: `At most ${itemEditLimits.items} items can be edited together`,
  twice: 'Each item can be edited once',
  nothing: 'Nothing is to be changed',
  deletedOnly: 'What is deleted cannot be changed as well',
  refused: 'Nothing was changed: some items cannot be edited now',
  hasWorkingCopy: 'This has changes that are not published. Edit it in its form',
  failed: 'Nothing was changed because of an error. Try again later',
  tooManyOpen: 'Wait until an edit or an import is finished. At most 5 can be under way',
  notUndoable: 'This edit cannot be undone',
} as const;

/**
 * - `applying`: the changes are being written
 * - `applied`: all are stored
 * - `undoing`: they are being taken back
 * - `undone`: the user has taken them back; `problem` names the items that stay changed
 * - `failed`: nothing is stored; `problem` gives the reason
 * - `stopped`: they could not be taken back; `undo` tries it again
 */
export const itemEditStates = ['applying', 'applied', 'undoing', 'undone', 'failed', 'stopped'] as const;

const itemEditsSchema = z.object({
  id: z.number().int(),
  state: z.enum(itemEditStates),
  /** What happens to the items; `edited` when it is not the same to all. */
  change: z.enum(['edited', 'published', 'unpublished', 'deleted']),
  /** How many items are edited, and with how many the present state is through. */
  items: z.number().int(),
  done: z.number().int(),
  problem: z.string().nullable(),
  /** The titles of the items before the edit; cut off when they are long. */
  titles: z.string(),
  createdAt: isoDate,
});
/** Changes of many items that are stored together or not at all. */
export type ItemEdits = z.infer<typeof itemEditsSchema>;

const idOf = ({ id }: { readonly id?: unknown }) => id;

/**
 * Declares the endpoints of edits of many items of one kind, each visible only to who made it.
 *
 * - `create`: stores all changes or none; of what is published, learners see them. 409 with an issue `edits.<index>` for each item
 *   that cannot be edited: it was changed since, or has a working copy; 403 and 400 as a save. A change of the status alone publishes the
 *   working copy, or makes it the draft. The answer may have the state `applying`: `get` tells the outcome
 * - `list`: the last ones that can be undone, or cancelled, the newest first
 * - `undo`: takes the changes back, of items that nobody has changed since; those of an edit under way, too. For 7 days. Schedules and
 *   reviews that the edit has ended stay ended
 *
 * @param options.id prefix of the endpoint ids, such as `lessonEdits`
 * @param options.path such as `/api/lesson-edits`
 * @param options.label the plural, such as `lessons`, for the summaries
 * @param options.fields what can be changed: all optional, with `status`
 */
export function itemEditEndpoints<
  const S extends 'content' | 'quizzes',
  const P extends `/api/${string}`,
  Fields extends z.ZodRawShape,
>(options: {
  readonly service: S;
  readonly id: string;
  readonly path: P;
  readonly label: string;
  readonly fields: z.ZodObject<Fields>;
}) {
  const { service, id, path, label } = options;
  const edit = options.fields
    .extend({
      id: z.number().int().positive(),
      version: z.number().int().positive(),
      /** Deletes the item, in place of changes. */
      deleted: z.literal(true).optional(),
    })
    .superRefine((fields, context) => {
      const changed = Object.entries(fields).flatMap(([name, value]) =>
        value === undefined || name === 'id' || name === 'version' ? [] : [name],
      );
      if (changed.length === 0) context.addIssue(itemEditMessages.nothing);
      else if (changed.length > 1 && changed.includes('deleted'))
        context.addIssue(itemEditMessages.deletedOnly);
    });
  const common = { service, access: 'session', response: itemEditsSchema } as const;
  return {
    create: endpoint({
      ...common,
      id: `${id}.create`,
      method: 'POST',
      path,
      summary: `Edit or delete many ${label}, all of them or none`,
      body: z.object({
        edits: z
          .array(edit)
          .min(1, itemEditMessages.items)
          .max(itemEditLimits.items, itemEditMessages.tooMany)
          .refine((edits) => new Set(edits.map(idOf)).size === edits.length, itemEditMessages.twice),
      }),
      bodyLimit: 4 * 1024 * 1024,
      status: 201,
    }),
    list: endpoint({
      ...common,
      id: `${id}.list`,
      method: 'GET',
      path,
      summary: `The last edits of many ${label} that can be undone`,
      response: z.object({ data: z.array(itemEditsSchema) }),
    }),
    get: endpoint({
      ...common,
      id: `${id}.get`,
      method: 'GET',
      path: `${path}/:id`,
      summary: `State and progress of an edit of many ${label}`,
      params: idParams,
    }),
    undo: endpoint({
      ...common,
      id: `${id}.undo`,
      method: 'POST',
      path: `${path}/:id/undo`,
      summary: `Undo or cancel an edit of many ${label}`,
      params: idParams,
    }),
  };
}
