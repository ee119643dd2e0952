import { z } from 'zod';
import { consoleRoles } from '../manifest/console-roles.ts';
import { localizedTextSchema } from '../manifest/localized-text.ts';

/** The fields of every extension, whatever its point. */
export const extensionFields = {
  /** Unique among the remote's extensions of the same point. */
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  /** Lower values come first, whichever remote they are from. */
  order: z.number().int(),
  /** Who sees it. Default: everybody with a console session. */
  roles: z.array(z.enum(consoleRoles)).min(1).optional(),
};

/**
 * A field of the response of `GET /api/dashboard/stats`, as a path: `totalLessons`, `recent.lessons`. What the
 * response does not have is not shown.
 */
export const statsFieldSchema = z.string().regex(/^[A-Za-z][A-Za-z0-9]*(\.[A-Za-z][A-Za-z0-9]*)*$/);

/** A view that an extension leads to, and the filters of its list: the values of its address (`#/lessons?status=draft`). */
export const viewLinkSchema = z.strictObject({
  /** The id of the view. Without a view of this id that the user may see, nothing is linked. */
  view: z.string().min(1),
  filters: z.record(z.string(), z.string()).optional(),
  /** What its list is sorted by, as its API takes it: `updatedAt`, `-updatedAt`. */
  sort: z.string().min(1).optional(),
});
/** A view that an extension leads to, and the filters and the order of its list. */
export type ViewLink = z.infer<typeof viewLinkSchema>;

/**
 * The name of an entity, as in the audit log and in events: `lesson`. The list, form or dialog of such an item shows the
 * extensions of that entity.
 */
export const entitySchema = z.string().regex(/^[a-z][a-z0-9.-]*$/);

/** The text of an empty card. */
export const emptyTextSchema = z.strictObject({
  title: localizedTextSchema,
  hint: localizedTextSchema.optional(),
});

/** What a guard of a point looks at: an extension of any point. */
export interface AnyExtension {
  readonly point: string;
}

/** The item that a row, form or dialog shows. */
export interface ExtensionItem {
  readonly id: number;
  /** The item's title or name. */
  readonly name: string;
}
