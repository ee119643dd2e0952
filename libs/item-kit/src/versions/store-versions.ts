import { type VersionAction, versionLimits } from '@khmer-learning/contracts';
import { changedFields } from '@khmer-learning/service-kit';
import { type ClientSession, type Connection, mongo } from 'mongoose';
import {
  compressDelta,
  compressWhole,
  maxWholeBytes,
  readWhole,
  type Snapshot,
  stateJson,
} from './version-content.ts';
import {
  bytesOf,
  type VersionedEntity,
  type VersionRow,
  versionOfRow,
  versionRange,
  versionRowId,
  versionsOf,
} from './version-rows.ts';

/** A change of an entity, to be kept as a version. */
export interface VersionSave extends VersionedEntity {
  readonly version: number;
  readonly action: VersionAction;
  readonly savedBy: number | null;
  /** The state before; null for a new or restored entity. */
  readonly before: object | null;
  /** The new state; null for a deleted entity. */
  readonly after: object | null;
  readonly isPublished?: boolean | undefined;
  /** The names of the changed fields; by default those of a present state that differ from the state before. */
  readonly changedFields?: readonly string[] | undefined;
}

/** Expired versions are looked for at every 20th version. */
const pruningInterval = 20;
/** Automatic saves of one person in this time are one version. */
const autosavedTogetherMs = 60 * 60_000;
/** Most versions that one save drops. More than it adds, so that an old excess ends. */
const maxPruned = 100;
const dayMs = 24 * 60 * 60_000;

/** What is known about the version before a save. */
interface StoredContent {
  /** undefined: its content is not stored yet. */
  readonly baseId: string | undefined;
}

/**
 * Stores versions in the transaction of the changes, all in one write. Only what is stored as a difference needs a read.
 *
 * A first version has no content until the next save stores it: until then the entity itself has it. If the version
 * before a save is missing, because the entity is older than its history, it is stored as well. An automatic save takes the
 * place of the one before, if the same person made that within the hour.
 */
export async function storeVersions(
  connection: Connection,
  saves: readonly VersionSave[],
  session: ClientSession,
): Promise<void> {
  if (saves.length === 0) return;
  const rows = rowsOf(connection);
  const savedAt = new Date();
  const jsons = saves.map(({ after, action }) =>
    after && action !== 'created' ? stateJson(after) : undefined,
  );
  const large = saves.filter((_save, index) => (jsons[index]?.length ?? 0) > maxWholeBytes);
  const stored = await readStoredContents(connection, large, session);
  const snapshots = await readSnapshots(connection, large, stored, session);
  const autosaved = await readAutosaved(connection, saves, session);
  const writes: mongo.AnyBulkWriteOperation<VersionRow>[] = [];

  /** Stores a version unless it is there: an update, so that MongoDB gets it with the others as one command. */
  function insertMissing({ _id, ...row }: VersionRow): void {
    writes.push({ updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true } });
  }

  /** Makes sure that the version before is stored. @returns the id of the snapshot that the next one may refer to */
  async function storeBefore(save: VersionSave, before: object): Promise<string> {
    const _id = versionRowId(save, save.version - 1);
    const known = stored.get(_id);
    if (known?.baseId !== undefined) return known.baseId;
    const json = stateJson(before);
    const whole = await compressWhole(json);
    const content = new mongo.Binary(whole);
    writes.push({
      updateOne: { filter: { _id, content: { $exists: false } }, update: { $set: { content } } },
    });
    if (!known) insertMissing({ ...unknownSave(save, before), _id, content });
    stored.set(_id, { baseId: _id });
    snapshots.set(_id, { id: _id, json, storedBytes: whole.length });
    return _id;
  }

  for (const [index, save] of saves.entries()) {
    const { action, savedBy, before, after } = save;
    const json = jsons[index];
    const _id = versionRowId(save, save.version);
    const { isPublished } = save;
    const previous = autosaved.get(versionRowId(save, save.version - 1));
    const replaced = previous?.savedBy === savedBy ? previous : undefined;
    const fields = new Set([
      ...(replaced?.changedFields ?? []),
      ...(save.changedFields ?? (before && after ? changedFields(before, after) : [])),
    ]);
    const row: VersionRow = {
      ...{ _id, savedAt, savedBy, action, changedFields: [...fields].sort() },
      ...(isPublished === undefined ? {} : { isPublished }),
      ...(action === 'autosaved' ? { startedAt: replaced?.startedAt ?? savedAt } : {}),
    };
    if (replaced) writes.push({ deleteOne: { filter: { _id: replaced._id } } });
    const baseId = replaced ? replaced.base : before ? await storeBefore(save, before) : undefined;
    if (!json) {
      // New entities come together, and an insert costs less than an update that inserts.
      if (before) insertMissing(row);
      else writes.push({ insertOne: { document: row } });
      stored.set(_id, { baseId: undefined });
      continue;
    }
    const snapshot = baseId !== undefined && json.length > maxWholeBytes ? snapshots.get(baseId) : undefined;
    const delta = snapshot && compressDelta(snapshot, json);
    if (snapshot && delta) {
      const content = new mongo.Binary(delta);
      insertMissing({ ...row, content, base: snapshot.id });
      stored.set(_id, { baseId: snapshot.id });
      continue;
    }
    const whole = await compressWhole(json);
    insertMissing({ ...row, content: new mongo.Binary(whole) });
    stored.set(_id, { baseId: _id });
    snapshots.set(_id, { id: _id, json, storedBytes: whole.length });
  }
  await rows.bulkWrite(writes, { session });
  for (const save of saves)
    if (save.version % pruningInterval === 0) await dropExpiredVersions(connection, save, session);
}

/** Reads the automatic saves before others, of this hour, by id. */
async function readAutosaved(
  connection: Connection,
  saves: readonly VersionSave[],
  session: ClientSession,
): Promise<Map<string, VersionRow>> {
  const ids = saves.flatMap((save) =>
    save.action === 'autosaved' ? [versionRowId(save, save.version - 1)] : [],
  );
  if (ids.length === 0) return new Map();
  const startedAt = { $gt: new Date(Date.now() - autosavedTogetherMs) };
  const found = await rowsOf(connection)
    .find({ _id: { $in: ids }, startedAt }, { session, projection: { content: 0 } })
    .toArray();
  return new Map(found.map((row) => [row._id, row]));
}

/** The collection itself: mongoose would convert every content. */
function rowsOf(connection: Connection): mongo.Collection<VersionRow> {
  return versionsOf(connection).collection as unknown as mongo.Collection<VersionRow>;
}

/** The version before the first save that is kept: when it was saved is known, but not by whom. */
function unknownSave(save: VersionSave, before: object): Omit<VersionRow, '_id'> {
  const updatedAt = 'updatedAt' in before && typeof before.updatedAt === 'string' ? before.updatedAt : 0;
  return {
    savedAt: new Date(updatedAt),
    savedBy: null,
    action: save.version === 2 ? 'created' : 'updated',
    changedFields: [],
  };
}

/** Reads, for the versions before saves of large states, which snapshot has or supports their content. */
async function readStoredContents(
  connection: Connection,
  saves: readonly VersionSave[],
  session: ClientSession,
): Promise<Map<string, StoredContent>> {
  const ids = saves.flatMap((save) => (save.before ? [versionRowId(save, save.version - 1)] : []));
  if (ids.length === 0) return new Map();
  const found = await rowsOf(connection)
    .aggregate<{ _id: string; base?: string; isStored: boolean }>(
      [{ $match: { _id: { $in: ids } } }, { $project: { base: 1, isStored: { $gt: ['$content', null] } } }],
      { session },
    )
    .toArray();
  return new Map(
    found.map(({ _id, base, isStored }) => [_id, { baseId: base ?? (isStored ? _id : undefined) }]),
  );
}

/** Reads the snapshots to which the saves may be stored as differences. */
async function readSnapshots(
  connection: Connection,
  saves: readonly VersionSave[],
  stored: ReadonlyMap<string, StoredContent>,
  session: ClientSession,
): Promise<Map<string, Snapshot>> {
  const ids = saves.flatMap((save) => {
    const baseId = stored.get(versionRowId(save, save.version - 1))?.baseId;
    return baseId === undefined ? [] : [baseId];
  });
  if (ids.length === 0) return new Map();
  const found = await rowsOf(connection)
    .find({ _id: { $in: ids } }, { session, projection: { content: 1 } })
    .toArray();
  const snapshots = await Promise.all(
    found.flatMap(({ _id, content }) => (content ? [readSnapshot(_id, bytesOf(content))] : [])),
  );
  return new Map(snapshots.map((snapshot) => [snapshot.id, snapshot]));
}

async function readSnapshot(id: string, stored: Buffer): Promise<Snapshot> {
  return { id, json: await readWhole(stored), storedBytes: stored.length };
}

/**
 * Drops versions that are neither among the newest nor young, in bounded steps. The snapshot of the oldest version that
 * stays is kept too.
 */
async function dropExpiredVersions(
  connection: Connection,
  save: VersionSave,
  session: ClientSession,
): Promise<void> {
  const oldest = await rowsOf(connection)
    .find({ ...versionRange(save) }, { session, projection: { savedAt: 1, base: 1 } })
    .sort({ _id: 1 })
    .limit(maxPruned + 1)
    .toArray();
  const kept = oldest.find((row) => !isExpired(row, save.version)) ?? oldest.at(-1);
  if (!kept || kept === oldest[0]) return;
  const before = kept.base ?? kept._id;
  const { $gte } = versionRange(save)._id;
  await rowsOf(connection).deleteMany({ _id: { $gte, $lt: before } }, { session });
}

/** Has all versions of an entity erased after some days, in the transaction that ends it; not those that are to be already. */
export async function expireVersions(
  connection: Connection,
  of: VersionedEntity,
  days: number,
  session: ClientSession,
): Promise<void> {
  const expiresAt = new Date(Date.now() + days * dayMs);
  await rowsOf(connection).updateMany(
    { ...versionRange(of), expiresAt: { $exists: false } },
    { $set: { expiresAt } },
    { session },
  );
}

/** Whether a version is no longer kept. @param newest the entity's newest version */
export function isExpired(row: Pick<VersionRow, '_id' | 'savedAt' | 'expiresAt'>, newest: number): boolean {
  if (row.expiresAt && row.expiresAt.getTime() <= Date.now()) return true;
  const isOld = row.savedAt.getTime() < Date.now() - versionLimits.days * dayMs;
  return isOld && versionOfRow(row) <= newest - versionLimits.versions;
}
