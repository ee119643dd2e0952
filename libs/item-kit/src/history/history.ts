import type {
  DeletedItem,
  EventDefinition,
  ListTotal,
  VersionEntry,
  VersionTrack,
} from '@khmer-learning/contracts';
import {
  ApiError,
  conflict,
  deleteTombstones,
  type ListQuery,
  notFound,
  pageOf,
  readPage,
  type ServiceContext,
  searchCondition,
} from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { type DeletedItemRow, deletedItemIndexes, deletedItemsOf } from '../versions/deleted-items.ts';
import {
  listVersions,
  type PresentVersion,
  readVersionState,
  type VersionSummary,
} from '../versions/read-versions.ts';
import { entityKeyOf } from '../versions/version-rows.ts';
import { findUserNames } from './user-names.ts';

/** A deleted entity with all that its restoration needs. */
export interface RestorableItem {
  readonly id: number;
  /** The version of its deletion. The restored entity has the next one. */
  readonly version: number;
  readonly title: string;
  /** Its last state, as in its event. */
  readonly state: object;
  /** The parent with which it was deleted. */
  readonly parent: DeletedItemRow['with'];
  readonly details: object | undefined;
}

/** The history of one kind of entity, whose definition keeps versions. */
export type History = ReturnType<typeof createHistory>;

/**
 * Creates the history of one kind of entity.
 *
 * @param options.readPresent reads the present state, as in its event; undefined when the entity does not exist
 * @param options.workingCopy of a kind that has working copies
 */
export function createHistory(
  store: ServiceContext,
  options: {
    readonly definition: EventDefinition;
    readonly label: string;
    readonly readPresent: (id: number) => Promise<PresentVersion | undefined>;
    readonly workingCopy?: Pick<EventDefinition, 'entity'> | undefined;
  },
) {
  const { connection } = store;
  const { definition, label, readPresent, workingCopy } = options;
  const { entity } = definition;

  async function readPresentOrDeleted(id: number): Promise<PresentVersion> {
    const present = await readPresent(id);
    if (present) return present;
    const deleted = await deletedItemsOf(connection)
      .findOne({ _id: entityKeyOf({ entity, id }), ...notExpired() }, { version: 1 })
      .lean();
    if (!deleted) throw notFound(label);
    return { version: deleted.version, state: null };
  }

  const ofTrack = (id: number, track: VersionTrack) => {
    const { entity: ofEntity } = track === 'item' ? definition : (workingCopy ?? {});
    return ofEntity === undefined ? undefined : { entity: ofEntity, id };
  };

  return {
    /**
     * Lists the versions of the entity and of its working copy, or of one of both, newest first.
     *
     * @param query.before `next` of the page before
     * @throws ApiError 404 when the entity neither exists nor can be restored
     */
    async list(
      id: number,
      query: {
        readonly limit: number;
        readonly before?: string | undefined;
        readonly track?: VersionTrack | undefined;
      },
    ): Promise<{ data: VersionEntry[]; next: string | null }> {
      const { limit, before, track } = query;
      const present = await readPresentOrDeleted(id);
      const [beforeOfItem, beforeOfCopy] = before?.split('.').map(Number) ?? [];
      const read = async (
        one: VersionTrack,
        beforeVersion: number | undefined,
      ): Promise<VersionSummary[]> => {
        const of = track === undefined || track === one ? ofTrack(id, one) : undefined;
        if (!of) return [];
        const kept = one === 'item' ? present : noPresent;
        return listVersions(connection, of, kept, { limit: limit + 1, before: beforeVersion });
      };
      const [item, copy] = await Promise.all([
        read('item', beforeOfItem),
        read('working-copy', beforeOfCopy),
      ]);
      if (item.length === 0 && before === undefined && track !== 'working-copy')
        item.push(firstVersion(present));
      const found = mergeTracks(item, copy);
      const page = found.slice(0, limit);
      const nameOf = await findUserNames(
        connection,
        page.map(({ savedBy }) => savedBy),
      );
      const data = page.map(({ isPublished, savedAt, savedBy, changedFields, ...entry }) => ({
        ...{ version: entry.version, track: entry.track, action: entry.action },
        ...(isPublished === undefined ? {} : { isPublished }),
        savedAt: savedAt.toISOString(),
        savedBy: nameOf(savedBy),
        changedFields: [...changedFields],
      }));
      const lastOf = (one: VersionTrack) => page.findLast((entry) => entry.track === one)?.version;
      const nextOfItem = lastOf('item') ?? beforeOfItem ?? afterAllVersions;
      const nextOfCopy = lastOf('working-copy') ?? beforeOfCopy ?? afterAllVersions;
      return { data, next: found.length > limit ? `${nextOfItem}.${nextOfCopy}` : null };
    },

    /** Reads the state at a version, or the contents of the working copy. @throws ApiError 404 when it is not kept */
    async readState(id: number, version: number, track: VersionTrack = 'item'): Promise<object> {
      const present = track === 'item' ? await readPresentOrDeleted(id) : noPresent;
      const of = ofTrack(id, track);
      const state = of && (await readVersionState(connection, of, present, version));
      if (!state) throw notFound('Version');
      return state;
    },

    /** Lists the deleted entities that can be restored, the last deleted first. */
    async listDeleted(query: {
      readonly search?: string | undefined;
      readonly limit?: number | undefined;
      readonly offset?: number | undefined;
    }): Promise<{ data: DeletedItem[] } & ListTotal> {
      const page = pageOf(query);
      const list = deletedItemsQuery(entity, query.search);
      const found = await readPage<DeletedItemRow, DeletedItemRow>(
        store,
        deletedItemsOf(connection),
        list,
        page,
        { searchKeys: 0, searchText: 0, details: 0 },
      );
      const nameOf = await findUserNames(
        connection,
        found.rows.map(({ deletedBy }) => deletedBy),
      );
      const data = found.rows.map((row) => ({
        id: row.id,
        title: row.title,
        deletedAt: row.deletedAt.toISOString(),
        deletedBy: nameOf(row.deletedBy),
        deletedWith: row.with ?? null,
        expiresAt: row.expiresAt.toISOString(),
      }));
      const { total, totalIsEstimate } = found;
      return { data, total, ...(totalIsEstimate ? { totalIsEstimate } : {}) };
    },

    /**
     * Reads a deleted entity, in the transaction that restores it. `forgetDeletedItems` then removes it from the list.
     *
     * @throws ApiError 404 when it cannot be restored
     */
    async readDeleted(id: number, session: ClientSession): Promise<RestorableItem> {
      const deleted = await deletedItemsOf(connection)
        .findOne({ _id: entityKeyOf({ entity, id }), ...notExpired() }, {}, { session })
        .lean<DeletedItemRow>();
      if (!deleted) throw new ApiError(404, `There is no deleted ${label.toLowerCase()} with this id`);
      return readContents(connection, label, deleted, session);
    },
  };
}

/** Reads the contents of a deleted entity, in the transaction that restores it. @throws ApiError 409 without contents */
export async function readContents(
  connection: Connection,
  label: string,
  deleted: DeletedItemRow,
  session: ClientSession,
): Promise<RestorableItem> {
  const { entity, id, version, title, details } = deleted;
  const present = { version, state: null };
  const state = await readVersionState(connection, { entity, id }, present, version - 1, session);
  if (!state) throw conflict(`${label} "${title}" cannot be restored: its contents are no longer kept`);
  return { id, version, title, state, parent: deleted.with, details };
}

/** Removes restored entities from the list of deleted ones, in the transaction that restores them. */
export async function forgetDeletedItems(
  connection: Connection,
  definition: EventDefinition,
  ids: readonly number[],
  session: ClientSession,
): Promise<void> {
  const { entity } = definition;
  await deletedItemsOf(connection).deleteMany(
    { _id: { $in: ids.map((id) => entityKeyOf({ entity, id })) } },
    { session },
  );
  await deleteTombstones(connection, definition, ids, session);
}

/**
 * The error for a parent that an entity to be restored does not have anymore: it names the parent if that can be
 * restored.
 *
 * @param parent `entity` as in its definition, `label` such as `main lesson`
 */
export async function parentDeleted(
  connection: Connection,
  parent: {
    readonly entity: string;
    readonly id: number;
    readonly label: string;
    /** Its title, if another service keeps what is deleted of it. */
    readonly title?: string | undefined;
  },
  session: ClientSession | null = null,
): Promise<ApiError> {
  const deleted = await deletedItemsOf(connection)
    .findOne({ _id: entityKeyOf(parent), ...notExpired() }, { title: 1 })
    .session(session)
    .lean();
  const title = deleted?.title ?? parent.title;
  return title
    ? conflict(`Restore ${parent.label} "${title}" first`)
    : conflict(`The ${parent.label} no longer exists`);
}

const notExpired = () => ({ expiresAt: { $gt: new Date() } });

/** Later than any version; in a cursor. */
const afterAllVersions = 999_999_999_999_999;

/** The versions of a working copy say themselves how long they are kept. */
const noPresent: PresentVersion = { version: 0, state: null };

/** Merges two lists of versions, newest first. In each, the order stays, also when the clock was set back. */
function mergeTracks(item: readonly VersionSummary[], copy: readonly VersionSummary[]) {
  const merged: (VersionSummary & { track: VersionTrack })[] = [];
  for (let ofItem = 0, ofCopy = 0; ; ) {
    const [one, other] = [item[ofItem], copy[ofCopy]];
    if (one && (!other || one.savedAt >= other.savedAt)) {
      merged.push({ ...one, track: 'item' });
      ofItem += 1;
    } else if (other) {
      merged.push({ ...other, track: 'working-copy' });
      ofCopy += 1;
    } else return merged;
  }
}

/** The history of an entity that has not been saved since there are versions: its present state. */
function firstVersion({ version, state }: PresentVersion): VersionSummary {
  const updatedAt = state && 'updatedAt' in state ? String(state.updatedAt) : 0;
  const action = version === 1 ? 'created' : 'updated';
  return { version, savedAt: new Date(updatedAt), savedBy: null, action, changedFields: [] };
}

/** Expired items are in the list until the job has erased them, a moment later. */
function deletedItemsQuery(entity: string, search: string | undefined): ListQuery {
  const where = { entity, ...searchCondition(search) };
  const hint = where.searchKeys ? deletedItemIndexes.words : deletedItemIndexes.newest;
  const sort = { deletedAt: -1, id: -1 } as const;
  return { where, hint, sort };
}
