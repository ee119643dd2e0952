import { z } from 'zod';
import { consoleRoles } from './console-roles.ts';
import { viewIconNames } from './icon-names.ts';
import { localizedTextSchema } from './localized-text.ts';

const fields = {
  /** Unique among the remote's. */
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  /** Lower values come first, whichever remote they are from. */
  order: z.number().int(),
  /** Who sees it. Default: everybody who may see the view. */
  roles: z.array(z.enum(consoleRoles)).min(1).optional(),
  label: localizedTextSchema,
  icon: z.enum(viewIconNames),
  /** The id of the view that opens. */
  view: z.string().min(1),
};

/** A field of a found item, as a path: `title`, `lessonType.title`. */
const itemFieldSchema = z.string().regex(/^[A-Za-z]\w*(\.[A-Za-z]\w*)*$/);

/**
 * A type of item that the search of the whole console (Ctrl+K) finds; `label` is the heading of its results. It is data alone: the
 * console calls `GET <path>?search=…&limit=5` and shows what the response has, so the API's access rules apply. An item opens in the
 * view's main dialog (`useAddressedItem`).
 * @example
 * { id: 'games', order: 70, label: 'Games', icon: 'shapes', path: '/api/games', items: 'games', title: '{title}',
 *   detail: '{level}', view: 'games' }
 */
export const searchSourceSchema = z.strictObject({
  ...fields,
  /** A list call that takes `search` and `limit`. */
  path: z.string().regex(/^\/api\/[a-z0-9/_-]+$/),
  /** `GET <path>/search-suggestion?search=…` answers `{ searchFor }`: what probably was meant, or null. Since contract 3.6. */
  suggestsSearch: z.literal(true).optional(),
  /**
   * `GET <path>/search-matches?search=…&ids=1,2` answers `{ data: [{ id, text, places: [{ start, end }] }] }`: the lines by which a
   * search finds items by their contents. A result shows its line, and opens there (`useFindText`). Since contract 3.6.
   */
  matchesSearch: z.literal(true).optional(),
  /** The field of the response that has the items. Default: the response is the list. */
  items: itemFieldSchema.optional(),
  /** The text of a result; `{field}` stands for a field of the item. */
  title: localizedTextSchema,
  /** More about it, in the same form: `in {lessonTitle}`. */
  detail: localizedTextSchema.optional(),
  /** Texts for values of fields in `title` and `detail`: `{ status: { draft: 'Draft' } }`. Since contract 3.4. */
  values: z.record(itemFieldSchema, z.record(z.string(), localizedTextSchema)).optional(),
  /** The field with the id of the item to open. Default: `id`. */
  item: itemFieldSchema.optional(),
  /** The field with the text to find in the opened item (`useFindText`). */
  find: itemFieldSchema.optional(),
});
export type SearchSource = z.infer<typeof searchSourceSchema>;

/**
 * An action that the search of the whole console offers: it opens a view that handles `useIntent('create', …)`.
 * @example
 * { id: 'create-game', order: 70, label: 'Create Game', icon: 'shapes', view: 'games', intent: 'create' }
 */
export const commandSchema = z.strictObject({ ...fields, intent: z.literal('create') });
export type Command = z.infer<typeof commandSchema>;
