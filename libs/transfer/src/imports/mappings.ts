import { createHash } from 'node:crypto';
import { columnKey, isOfReasons } from '../tables/columns.ts';
import type { ImportCollections, StoredImport } from './import.model.ts';

/** How long a mapping is remembered after its last use, and how many of a user and kind. */
const retentionMs = 365 * 86_400_000;
const maxMappings = 20;

type Owner = Pick<StoredImport, 'actor' | 'kind'>;
type Columns = readonly { readonly name: string; readonly field?: string | null }[];

const ownerOf = ({ actor, kind }: Owner) => `${actor?.id} ${kind}`;
/** The column of reasons does not count: a file of refused lines is known, too. */
function idOf(import_: Owner, columns: Columns): string {
  const keys = columns.flatMap(({ name }) => (isOfReasons(name) ? [] : columnKey(name)));
  const digest = createHash('sha256').update(JSON.stringify(keys)).digest('base64url');
  return `${ownerOf(import_)} ${digest}`;
}

/** The fields chosen for columns of these names before. */
export async function findMapping(
  { mappings }: ImportCollections,
  import_: Owner,
  columns: Columns,
): Promise<(string | null)[] | undefined> {
  const found = await mappings
    .findByIdAndUpdate(idOf(import_, columns), { $set: { expiresAt: expiry() } })
    .lean();
  let at = 0;
  return found?.fields && columns.map(({ name }) => (isOfReasons(name) ? null : found.fields[at++] || null));
}

/** Remembers the fields of columns for the user's next table of these headings. */
export async function rememberMapping(
  { mappings }: ImportCollections,
  import_: Owner,
  columns: Columns,
): Promise<void> {
  const owner = ownerOf(import_);
  const _id = idOf(import_, columns);
  const fields = columns.flatMap(({ name, field }) => (isOfReasons(name) ? [] : (field ?? '')));
  await mappings.updateOne({ _id }, { $set: { owner, fields, expiresAt: expiry() } }, { upsert: true });
  const surplus = await mappings.find({ owner }, { _id: 1 }).sort({ expiresAt: -1 }).skip(maxMappings).lean();
  await mappings.deleteMany({ _id: { $in: surplus.map((mapping) => mapping._id) } });
}

const expiry = () => new Date(Date.now() + retentionMs);
