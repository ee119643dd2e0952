import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  idParams,
  integerParam,
  isoDate,
  listTotalFields,
  maxPageSize,
  pagingFields,
  searchFilter,
  serialId,
} from './fields.ts';

/** How much of the history of an item is kept. */
export const versionLimits = {
  /** The newest versions of an item are kept whatever their age. */
  versions: 200,
  /** Versions of these days are kept whatever their number. */
  days: 90,
  /** Deleted items can be restored for these days. */
  deletedDays: 30,
  /** What was saved of a working copy is kept for these days after it was published or discarded. */
  endedWorkingCopyDays: 30,
} as const;

/** How a version came about. A working copy is also saved automatically, and ends: published, discarded, or as the draft. */
export const versionActions = [
  'created',
  'updated',
  'autosaved',
  'restored',
  'published',
  'discarded',
  'unpublished',
  'deleted',
] as const;
export type VersionAction = (typeof versionActions)[number];

/** What a version is of: the item itself, which learners see when it is published, or its working copy. */
export const versionTracks = ['item', 'working-copy'] as const;
export type VersionTrack = (typeof versionTracks)[number];

/** A user of the console; the name is that of a deleted user if the account no longer exists. */
export const versionUserSchema = z.object({ id: z.number().int(), name: z.string() });

const versionEntrySchema = z.object({
  version: z.number().int(),
  track: z.enum(versionTracks),
  /** Of an item that can be published: whether learners saw this version. Absent if it is not known, and of a working copy. */
  isPublished: z.boolean().optional(),
  savedAt: isoDate,
  /** null: the system, or unknown because the item is older than its history. */
  savedBy: versionUserSchema.nullable(),
  action: z.enum(versionActions),
  /** Top-level fields that differ from the version before, in alphabetical order; empty unless updated or restored. */
  changedFields: z.array(z.string()),
});
/** One entry of an item's history. */
export type VersionEntry = z.infer<typeof versionEntrySchema>;

/** A place in a history: versions before these two, of the item and of its working copy. */
const versionCursor = z.string().regex(/^\d{1,15}\.\d{1,15}$/, 'Invalid cursor');

const deletedItemSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  deletedAt: isoDate,
  /** null: the system. */
  deletedBy: versionUserSchema.nullable(),
  /** The parent whose deletion also deleted this item, and with which it comes back. */
  deletedWith: z
    .object({
      type: z.enum(['main-lesson', 'lesson-type', 'lesson']),
      id: z.number().int(),
      title: z.string(),
    })
    .nullable(),
  /** When it is erased and can no longer be restored. */
  expiresAt: isoDate,
});
/** A deleted item that can be restored. */
export type DeletedItem = z.infer<typeof deletedItemSchema>;

/**
 * Declares the endpoints of the history of one kind of item.
 *
 * - `list`: its versions and those of its working copy, or of one `track`, newest first; `next` is the `before` of the next
 *   page. Also for a deleted item that can be restored
 * - `get`: the item as it was at one version of a track
 * - `restore`: saves that version's contents, with the checks of a save: as the working copy of something published, otherwise
 *   as a new version. Takes the item's version as `If-Match`
 * - `listDeleted`: the deleted items that can be restored, most recently deleted first
 * - `restoreDeleted`: brings a deleted item back with its id, and with it what was deleted with it. 409 names the parent
 *   to restore first
 *
 * @param options.id prefix of the endpoint ids, such as `lessons`
 * @param options.path path of the items, such as `/api/lessons`
 * @param options.deletedPath path of the deleted items, such as `/api/deleted-lessons`
 * @param options.label `lesson` and its plural, for the summaries
 * @param options.item response for one item
 * @param options.restored response for one restored deleted item
 */
export function versionEndpoints<
  const S extends 'content' | 'quizzes',
  Item extends z.ZodType,
  Restored extends z.ZodType,
>(options: {
  readonly service: S;
  readonly id: string;
  readonly path: string;
  readonly deletedPath: string;
  readonly label: readonly [one: string, many: string];
  readonly item: Item;
  readonly restored: Restored;
}) {
  const { service, id, path, deletedPath, item, restored } = options;
  const session = { service, access: 'session' } as const;
  const [one, many] = options.label;
  const versionParams = z.object({ id: serialId, version: serialId });
  const ofTrack = z.object({ track: z.enum(versionTracks).default('item') });
  return {
    list: endpoint({
      ...session,
      id: `${id}.versions`,
      method: 'GET',
      path: `${path}/:id/versions`,
      summary: `Versions of a ${one}, newest first`,
      params: idParams,
      query: z.object({
        limit: integerParam(
          z
            .number('Invalid limit')
            .int('Invalid limit')
            .min(1, 'Invalid limit')
            .max(maxPageSize, `At most ${maxPageSize}`),
        ).default(50),
        track: z.enum(versionTracks).optional(),
        before: versionCursor.optional(),
      }),
      response: z.object({ data: z.array(versionEntrySchema), next: z.string().nullable() }),
    }),
    get: endpoint({
      ...session,
      id: `${id}.version`,
      method: 'GET',
      path: `${path}/:id/versions/:version`,
      summary: `A ${one} as it was at one version`,
      params: versionParams,
      query: ofTrack,
      response: item,
    }),
    restore: endpoint({
      ...session,
      id: `${id}.restoreVersion`,
      method: 'POST',
      path: `${path}/:id/versions/:version/restore`,
      summary: `Restore a version of a ${one}`,
      params: versionParams,
      query: ofTrack,
      response: item,
    }),
    listDeleted: endpoint({
      ...session,
      id: `${id}.deleted`,
      method: 'GET',
      path: deletedPath,
      summary: `Deleted ${many} that can be restored`,
      query: z.object({ search: searchFilter, ...pagingFields }),
      response: z.object({ data: z.array(deletedItemSchema), ...listTotalFields }),
    }),
    restoreDeleted: endpoint({
      ...session,
      id: `${id}.restoreDeleted`,
      method: 'POST',
      path: `${deletedPath}/:id/restore`,
      summary: `Restore a deleted ${one}`,
      params: idParams,
      response: restored,
    }),
  };
}
