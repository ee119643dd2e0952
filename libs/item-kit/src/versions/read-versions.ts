import type { ClientSession, Connection } from 'mongoose';
import { isExpired } from './store-versions.ts';
import { readDelta, readWhole } from './version-content.ts';
import {
  bytesOf,
  type VersionedEntity,
  type VersionRow,
  versionOfRow,
  versionRange,
  versionRowId,
  versionsOf,
} from './version-rows.ts';

/** A version without its content. */
export type VersionSummary = Omit<VersionRow, '_id' | 'content' | 'base'> & { readonly version: number };

/** The present state of an entity; null when it is deleted. */
export interface PresentVersion {
  readonly version: number;
  readonly state: object | null;
}

/** After these, there is no present state. */
const endingActions: ReadonlySet<VersionRow['action']> = new Set([
  'deleted',
  'published',
  'discarded',
  'unpublished',
]);

/** Lists versions, those before `before`, newest first. */
export async function listVersions(
  connection: Connection,
  of: VersionedEntity,
  present: PresentVersion,
  { limit, before }: { readonly limit: number; readonly before: number | undefined },
): Promise<VersionSummary[]> {
  const rows = await versionsOf(connection)
    .find(versionRange(of, before), { content: 0, base: 0 })
    .sort({ _id: -1 })
    .limit(limit)
    .lean<VersionRow[]>();
  return rows
    .filter((row) => !isExpired(row, present.version))
    .map((row) => {
      const { _id, ...summary } = row;
      return { ...summary, version: versionOfRow(row) };
    });
}

/**
 * Reads the state of an entity at a version, from at most two documents. Numbers of deletions, and of the end of a working
 * copy, have the state before.
 *
 * @returns undefined when the version is not kept
 */
export async function readVersionState(
  connection: Connection,
  of: VersionedEntity,
  present: PresentVersion,
  version: number,
  session: ClientSession | null = null,
): Promise<object | undefined> {
  if (version === present.version && present.state) return present.state;
  const row = await readRow(connection, versionRowId(of, version), session);
  if (!row || isExpired(row, present.version)) return undefined;
  if (endingActions.has(row.action))
    return readVersionState(connection, of, { ...present, state: null }, version - 1, session);
  if (!row.content) return undefined;
  const base = row.base === undefined ? undefined : await readRow(connection, row.base, session);
  const stored = bytesOf(row.content);
  const json = base?.content
    ? readDelta(await readWhole(bytesOf(base.content)), stored)
    : await readWhole(stored);
  return JSON.parse(json.toString()) as object;
}

async function readRow(
  connection: Connection,
  _id: string,
  session: ClientSession | null,
): Promise<VersionRow | null> {
  return versionsOf(connection).findById(_id).session(session).lean<VersionRow>();
}
