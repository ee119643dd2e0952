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

/** The draft under that name; null when there is none, or none that fits the form any more. */
export function readDraft<Values>(name: string, schema: z.ZodType<Values>): LocalDraft<Values> | null {
  const draft = z.object({ savedAt: z.iso.datetime(), version: z.number().nullable(), values: schema });
  try {
    return draft.safeParse(JSON.parse(localStorage.getItem(name) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** Keeps a draft. False when the browser does not: storage is full or forbidden. */
export function writeDraft<Values>(name: string, draft: LocalDraft<Values>): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Where nothing can be removed nothing was kept.
  }
}
