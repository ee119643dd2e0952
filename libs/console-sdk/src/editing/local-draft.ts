import { del, getMany, keys, set } from 'idb-keyval';
import { z } from 'zod';

/** A form as it was when it was last kept in this browser. */
export interface LocalDraft<Values> {
  /** ISO 8601 UTC. */
  readonly savedAt: string;
  /** The version of the item the changes were made to; null for a new one. */
  readonly version: number | null;
  readonly values: Values;
}

/** A draft, and the name it is kept under. */
export interface StoredDraft<Values> {
  readonly name: string;
  readonly draft: LocalDraft<Values>;
}

/** What one person's drafts may take of a browser's storage, which is about five million characters. */
const draftLimits = { count: 20, characters: 3_000_000 } as const;

const prefix = 'khmer-learning.draft';

/** What the names of the drafts of one form begin with, per person and item. `id` is null for new items. */
export function draftNamePrefix(userId: number, form: string, id: number | null): string {
  return `${prefix}.${userId}.${form}.${id ?? 'new'}`;
}

/** A name that no other draft has: forms that are open side by side do not overwrite each other's. */
export function createDraftName(namePrefix: string): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return `${namePrefix}.${Date.now().toString(36)}-${random.toString(36)}`;
}

const hasNamePrefix = (namePrefix: string) => (name: string) =>
  name === namePrefix || name.startsWith(`${namePrefix}.`);

/** Null when the text is no draft, or none that fits the form any more. */
function parseDraft<Values>(text: string | null | undefined, schema: z.ZodType<Values>) {
  const draft = z.object({ savedAt: z.iso.datetime(), version: z.number().nullable(), values: schema });
  try {
    return draft.safeParse(JSON.parse(text ?? 'null')).data ?? null;
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

/**
 * The same from the copies that outlive a browser that is killed: Chromium keeps localStorage to itself for some
 * seconds, and IndexedDB not (docs/decisions).
 */
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

/** The drafts of a form, from both places, the newest first; without those that do not fit it any more. */
export async function readDrafts<Values>(
  namePrefix: string,
  schema: z.ZodType<Values>,
): Promise<StoredDraft<Values>[]> {
  const newest = new Map<string, LocalDraft<Values>>();
  for (const [name, text] of [...readLocalStorage(namePrefix), ...(await readIndexedDb(namePrefix))]) {
    const draft = parseDraft(text, schema);
    if (draft !== null && draft.savedAt > (newest.get(name)?.savedAt ?? '')) newest.set(name, draft);
  }
  return [...newest]
    .map(([name, draft]) => ({ name, draft }))
    .toSorted((one, other) => other.draft.savedAt.localeCompare(one.draft.savedAt));
}

const anyValueSchema = z.unknown();

/** The person's other drafts, the oldest first; what cannot be read counts as the oldest. */
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

/**
 * Keeps a draft. Beyond `draftLimits` the person's oldest drafts go.
 * @returns whether it is kept (not when storage is full or forbidden), and how many others were removed
 */
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
  // The copy is an extra: what is kept without it is kept.
  if (isIndexedDbAvailable()) set(name, text).catch(() => {});
  return { isStored: true, removed: removeOldestDrafts(name, text.length) };
}

/** @param size characters of the draft that has just been kept */
function removeOldestDrafts(storedName: string, size: number): number {
  const others = otherDrafts(storedName);
  let characters = others.reduce((sum, other) => sum + other.size, size);
  let count = others.length + 1;
  let removed = 0;
  for (const oldest of others) {
    if (count <= draftLimits.count && characters <= draftLimits.characters) break;
    removeDraft(oldest.name);
    characters -= oldest.size;
    count -= 1;
    removed += 1;
  }
  return removed;
}

/** Forgets a draft, and its copy. */
export function removeDraft(name: string): void {
  if (isIndexedDbAvailable()) del(name).catch(() => {});
  try {
    localStorage.removeItem(name);
  } catch {
    // Where nothing can be removed nothing was kept.
  }
}

/** Some browsers have no IndexedDB in private windows. */
function isIndexedDbAvailable(): boolean {
  return globalThis.indexedDB !== undefined;
}
