import { delMany, getMany, keys, set } from 'idb-keyval';
import { z } from 'zod';

/** A form's values, as last saved in this browser. */
interface LocalDraft<Values> {
  /** ISO 8601 UTC. */
  readonly savedAt: string;
  /** The version of the item the changes were made to; null for a new one. */
  readonly version: number | null;
  /** The version of the item's working copy that the changes were made to; 0 without one. */
  readonly workingCopyVersion: number;
  readonly values: Values;
}

export interface StoredDraft<Values> {
  readonly name: string;
  readonly draft: LocalDraft<Values>;
}

/** Limits per user. A browser's local storage holds about five million characters. */
const draftLimits = { count: 20, characters: 3_000_000 } as const;

const draftKeyPrefix = 'khmer-learning.draft';

/** Kept of a removed draft, which Chromium removes from disk only seconds later: a killed browser would bring it back. */
const removalSchema = z.object({ removedAt: z.iso.datetime() });
const removalsAreKeptMs = 24 * 3_600_000;

/** The key prefix of a form's drafts, per user and item. `id` is null for new items. */
export function draftNamePrefix(userId: number, form: string, id: number | null): string {
  return `${draftKeyPrefix}.${userId}.${form}.${id ?? 'new'}`;
}

/** Creates the unique end of a key, so that two open forms of the same item do not overwrite each other's drafts. */
export function createDraftSuffix(): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return `${Date.now().toString(36)}-${random.toString(36)}`;
}

const hasNamePrefix = (namePrefix: string) => (name: string) =>
  name === namePrefix || name.startsWith(`${namePrefix}.`);

/** Null when the text is not a draft or does not match the form's current schema. */
function parseDraft<Values>(text: string | null | undefined, schema: z.ZodType<Values>) {
  const draft = z.object({
    savedAt: z.iso.datetime(),
    version: z.number().nullable(),
    workingCopyVersion: z.number().default(0),
    values: schema,
  });
  return parseJson(text, draft);
}

/** Null when the text is not JSON or does not match the schema. */
function parseJson<Value>(text: string | null | undefined, schema: z.ZodType<Value>): Value | null {
  try {
    return schema.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

function readLocalStorage(namePrefix: string): (readonly [string, string | null])[] {
  try {
    const names = Object.keys(localStorage).filter(hasNamePrefix(namePrefix));
    return names.map((name) => [name, localStorage.getItem(name)] as const);
  } catch {
    return [];
  }
}

/** Reads the copies in IndexedDB, which Chromium writes at once, and local storage only after some seconds (docs/decisions). */
async function readIndexedDb(namePrefix: string): Promise<(readonly [string, string | undefined])[]> {
  if (!isIndexedDbAvailable()) return [];
  try {
    const names = (await keys<string>()).filter(hasNamePrefix(namePrefix));
    const texts = await getMany<string>(names);
    return names.map((name, index) => [name, texts[index]] as const);
  } catch {
    return [];
  }
}

/** The drafts of a form that match `schema`, newest first. A removed one that a killed browser brought back is removed again. */
export async function readDrafts<Values>(
  namePrefix: string,
  schema: z.ZodType<Values>,
): Promise<StoredDraft<Values>[]> {
  const local = readLocalStorage(namePrefix);
  const copies = await readIndexedDb(namePrefix);
  const removals = copies.flatMap(([name, text]) => {
    const removal = parseJson(text, removalSchema);
    return removal === null ? [] : [[name, removal.removedAt] as const];
  });
  const removedAt = new Map(removals);
  forgetOldRemovals(removals);
  const newest = new Map<string, LocalDraft<Values>>();
  for (const [name, text] of [...local, ...copies]) {
    const draft = parseDraft(text, schema);
    if (draft === null || draft.savedAt <= (newest.get(name)?.savedAt ?? '')) continue;
    if (draft.savedAt > (removedAt.get(name) ?? '')) newest.set(name, draft);
    else removeFromLocalStorage(name);
  }
  return [...newest]
    .map(([name, draft]) => ({ name, draft }))
    .toSorted((one, other) => other.draft.savedAt.localeCompare(one.draft.savedAt));
}

function forgetOldRemovals(removals: readonly (readonly [string, string])[]): void {
  const oldest = new Date(Date.now() - removalsAreKeptMs).toISOString();
  const old = removals.filter(([, removedAt]) => removedAt < oldest);
  if (old.length > 0) delMany(old.map(([name]) => name)).catch(() => {});
}

const anyValueSchema = z.unknown();

/** Unsaved changes of a form that this browser keeps, for a list of them. */
export interface StoredDraftInfo {
  readonly name: string;
  readonly form: string;
  /** The edited item; null for a new one. */
  readonly itemId: number | null;
  readonly title: string | null;
  readonly savedAt: Date;
}

/** Lists a user's drafts in this browser, those of open forms included, newest first. Empty where storage is forbidden. */
export async function listStoredDrafts(userId: number): Promise<StoredDraftInfo[]> {
  const drafts = await readDrafts(`${draftKeyPrefix}.${userId}`, anyValueSchema);
  return drafts.flatMap(({ name, draft }) => {
    const [form, item] = name.split('.').slice(3);
    const itemId = item === 'new' ? null : Number(item);
    if (form === undefined || (itemId !== null && !Number.isInteger(itemId))) return [];
    return { name, form, itemId, title: titleOfDraft(draft.values), savedAt: new Date(draft.savedAt) };
  });
}

const titledSchema = z.object({ title: z.string().trim().min(1) });

/** The title in the values of a form; null without one. */
export function titleOfDraft(values: unknown): string | null {
  return titledSchema.safeParse(values).data?.title ?? null;
}

/** The user's other drafts, oldest first. Unreadable drafts count as the oldest. */
function otherDrafts(name: string): { name: string; size: number }[] {
  const userPrefix = name.split('.').slice(0, 3).join('.');
  return readLocalStorage(userPrefix)
    .filter(([other]) => other !== name)
    .map(([other, text]) => ({
      name: other,
      size: text?.length ?? 0,
      savedAt: parseDraft(text, anyValueSchema)?.savedAt ?? '',
    }))
    .toSorted((one, other) => one.savedAt.localeCompare(other.savedAt));
}

/** Now, or just after the draft's last change if the clock was set back: what a killed browser brings back is older. */
export function nextDraftTime(name: string): string {
  const local = readLocalStorage(name).find(([other]) => other === name);
  const last = parseDraft(local?.[1], anyValueSchema)?.savedAt ?? '';
  const now = new Date().toISOString();
  return last < now ? now : new Date(Date.parse(last) + 1).toISOString();
}

/** Stores a draft, and removes the oldest beyond `draftLimits`. @returns whether it is stored, and how many others were removed */
export function writeDraft<Values>(
  name: string,
  draft: LocalDraft<Values>,
): { isStored: boolean; removed: number } {
  const text = JSON.stringify(draft);
  try {
    localStorage.setItem(name, text);
  } catch {
    return { isStored: false, removed: 0 };
  }
  // The copy is optional: the draft counts as stored without it.
  if (isIndexedDbAvailable()) set(name, text).catch(() => {});
  changes.dispatchEvent(new Event('change'));
  return { isStored: true, removed: removeOldestDrafts(name, text.length) };
}

/** @param size length in characters of the draft that has just been stored */
function removeOldestDrafts(storedName: string, size: number): number {
  const others = otherDrafts(storedName);
  let characters = others.reduce((sum, other) => sum + other.size, size);
  let count = others.length + 1;
  let removed = 0;
  for (const oldest of others) {
    if (count <= draftLimits.count && characters <= draftLimits.characters) break;
    void removeDraft(oldest.name);
    characters -= oldest.size;
    count -= 1;
    removed += 1;
  }
  return removed;
}

const changes = new EventTarget();

/** Calls `listener` when a draft is stored or removed in this page or in another tab. @returns ends it */
export function subscribeToStoredDrafts(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(draftKeyPrefix)) listener();
  };
  changes.addEventListener('change', listener);
  window.addEventListener('storage', onStorage);
  return () => {
    changes.removeEventListener('change', listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Removes a draft and its copy; never rejects. Resolves when it cannot come back (without IndexedDB: when it is gone). */
export async function removeDraft(name: string): Promise<void> {
  const removal = JSON.stringify({ removedAt: nextDraftTime(name) });
  const stored = isIndexedDbAvailable() ? set(name, removal).catch(() => {}) : null;
  removeFromLocalStorage(name);
  await stored;
  changes.dispatchEvent(new Event('change'));
}

function removeFromLocalStorage(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/** False in private windows of some browsers. */
function isIndexedDbAvailable(): boolean {
  return globalThis.indexedDB !== undefined;
}
