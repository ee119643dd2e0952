import { del, get, set } from 'idb-keyval';
import { z } from 'zod';

/** A form as it was when it was last kept in this browser. */
export interface LocalDraft<Values> {
  /** ISO 8601 UTC. */
  readonly savedAt: string;
  /** The version of the item the changes were made to; null for a new one. */
  readonly version: number | null;
  readonly values: Values;
}

/** Where the drafts of one form are kept, per person and item. `id` is null for a new item. */
export function draftName(userId: number, form: string, id: number | null): string {
  return `khmer-learning.draft.${userId}.${form}.${id ?? 'new'}`;
}

/** Null when the text is no draft, or none that fits the form any more. */
function parseDraft<Values>(text: string | null | undefined, schema: z.ZodType<Values>) {
  const draft = z.object({ savedAt: z.iso.datetime(), version: z.number().nullable(), values: schema });
  try {
    return draft.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** The draft under that name; null when there is none, or none that fits the form any more. */
export function readDraft<Values>(name: string, schema: z.ZodType<Values>): LocalDraft<Values> | null {
  try {
    return parseDraft(localStorage.getItem(name), schema);
  } catch {
    return null;
  }
}

/**
 * The same from the copy that outlives a browser that is killed: Chromium keeps localStorage to itself for some
 * seconds, and IndexedDB not (docs/decisions).
 */
export async function readDraftCopy<Values>(
  name: string,
  schema: z.ZodType<Values>,
): Promise<LocalDraft<Values> | null> {
  if (!hasCopies()) return null;
  const text = await get<string>(name).catch(() => undefined);
  return parseDraft(text, schema);
}

/** Keeps a draft. False when the browser does not: storage is full or forbidden. */
export function writeDraft<Values>(name: string, draft: LocalDraft<Values>): boolean {
  const text = JSON.stringify(draft);
  try {
    localStorage.setItem(name, text);
  } catch {
    return false;
  }
  // The copy is an extra: what is kept without it is kept.
  if (hasCopies()) set(name, text).catch(() => {});
  return true;
}

/** Forgets a draft, and its copy. */
export function removeDraft(name: string): void {
  if (hasCopies()) del(name).catch(() => {});
  try {
    localStorage.removeItem(name);
  } catch {
    // Where nothing can be removed nothing was kept.
  }
}

/** Some browsers have no IndexedDB in private windows. */
function hasCopies(): boolean {
  return globalThis.indexedDB !== undefined;
}
