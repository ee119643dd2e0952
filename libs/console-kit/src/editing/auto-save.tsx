import { useSession } from '@khmer-learning/console-sdk';
import { messages } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  formatSchoolMinute,
  formatSchoolTime,
  Inline,
  langProps,
  Stack,
  Text,
  toast,
} from '@khmer-learning/ui-kit';
import { del, getMany, keys, set } from 'idb-keyval';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';

/** Milliseconds between two automatic saves (spec 9). */
const autoSaveIntervalMs = 30_000;

/** Options of `useAutoSave`. */
export interface AutoSaveOptions<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  /** The form differs from the version on the server. */
  dirty: boolean;
  /** The schema of the form's values. Drafts that do not match it are not offered. */
  schema: z.ZodType<Values>;
  /** The name of the form: `lesson`. */
  name: string;
  /** The edited item; null for a new one. */
  item: { id: number; version: number; workingCopyVersion?: number } | null;
}

/** A draft of unsaved changes that the user can restore. */
export interface RestorableDraft {
  /** The draft's unique key. */
  readonly name: string;
  /** When the draft was stored. */
  readonly savedAt: Date;
  /** The title in the draft; null without one. */
  readonly title: string | null;
}

/** The auto-save of one open form. */
export interface AutoSave {
  /** When the form was last stored; null when it has not been stored. */
  savedAt: Date | null;
  /** The browser could not store the form: storage is full or forbidden. */
  hasFailed: boolean;
  /** The drafts that can be restored, newest first. They are kept until they are restored or discarded. */
  restorableDrafts: readonly RestorableDraft[];
  /** When the newest draft was stored; null without drafts. */
  newestDraftAt: Date | null;
  /** Puts a draft (default: the newest) into the form. The form's unsaved changes become a draft in its place. */
  restore: (name?: string) => void;
  /** Discards a draft (default: the newest). */
  discard: (name?: string) => void;
  /** Stores the form now. */
  save: () => void;
  /** Removes this form's draft, after the form was saved on the server. */
  clear: () => void;
  /** The item's version that the form's values are based on. */
  baseVersion: number | undefined;
  /** The version of the item's working copy that they are based on; 0 without one. */
  workingCopyVersion: number;
}

const titledSchema = z.object({ title: z.string().trim().min(1) });

/**
 * Stores an open form in this browser every 30 seconds, on `save` (call it on blur), when the page is hidden and when
 * the form unmounts. Drafts are stored per user and item, one per open form. Drafts of earlier forms are listed in
 * `restorableDrafts`; they are put into the form only by `restore`.
 */
export function useAutoSave<Values extends FieldValues, Output>({
  form,
  dirty,
  schema,
  name,
  item,
}: AutoSaveOptions<Values, Output>): AutoSave {
  const { user } = useSession();
  const [draftNames] = useState(() => {
    const namePrefix = draftNamePrefix(user.id, name, item?.id ?? null);
    return { drafts: namePrefix, own: createDraftName(namePrefix) };
  });
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [initialValues] = useState(() => JSON.stringify(schema.safeParse(form.getValues()).data));
  const [storedDrafts, setStoredDrafts] = useState<readonly StoredDraft<Values>[]>([]);
  const [baseVersion, setBaseVersion] = useState(item?.version);
  const [workingCopyVersion, setWorkingCopyVersion] = useState(item?.workingCopyVersion ?? 0);
  /** The form's values when it was saved on the server. They must not be stored as a draft again. */
  const savedValues = useRef<string | null>(null);

  const loadStoredDrafts = useEffectEvent(async () => {
    const found = await readDrafts(draftNames.drafts, schema);
    const isRestorable = (storedDraft: StoredDraft<Values>) =>
      storedDraft.name !== draftNames.own && JSON.stringify(storedDraft.draft.values) !== initialValues;
    setStoredDrafts(found.filter(isRestorable));
  });
  useEffect(() => {
    void loadStoredDrafts();
  }, []);

  const removeOwnDraft = () => {
    removeDraft(draftNames.own);
    setSavedAt(null);
    setHasFailed(false);
  };

  const storeDraft = (storedDraft: StoredDraft<Values>) => {
    const { isStored, removed } = writeDraft(storedDraft.name, storedDraft.draft);
    if (removed > 0) toast.show({ tone: 'info', ...messages.draftsRemoved });
    return isStored;
  };

  const currentDraft = () => ({
    savedAt: new Date().toISOString(),
    version: baseVersion ?? null,
    workingCopyVersion,
    values: form.getValues(),
  });

  const save = () => {
    if (!dirty) {
      // All changes were undone, so the draft is obsolete.
      if (savedAt !== null) removeOwnDraft();
      return;
    }
    const draft = currentDraft();
    if (JSON.stringify(draft.values) === savedValues.current) return;
    const isStored = storeDraft({ name: draftNames.own, draft });
    if (isStored) setSavedAt(new Date(draft.savedAt));
    setHasFailed(!isStored);
  };

  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') saveNow();
    };
    const timer = setInterval(() => saveNow(), autoSaveIntervalMs);
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      saveNow();
    };
  }, []);

  const findStoredDraft = (draftName: string | undefined) =>
    storedDrafts.find((storedDraft) => storedDraft.name === draftName) ?? storedDrafts[0];

  const restore = (draftName?: string) => {
    const draftToUse = findStoredDraft(draftName);
    if (draftToUse === undefined) return;
    const others = storedDrafts.filter((storedDraft) => storedDraft !== draftToUse);
    const replacedDrafts = dirty ? [{ name: createDraftName(draftNames.drafts), draft: currentDraft() }] : [];
    // If the form's changes cannot be stored, do not replace them.
    if (!replacedDrafts.every(storeDraft)) {
      setHasFailed(true);
      return;
    }
    setStoredDrafts([...replacedDrafts, ...others]);
    form.reset(draftToUse.draft.values, { keepDefaultValues: true });
    // Keep the draft's base versions, so that saving it detects newer versions as a conflict.
    setBaseVersion(draftToUse.draft.version ?? item?.version);
    setWorkingCopyVersion(draftToUse.draft.workingCopyVersion);
    setSavedAt(new Date(draftToUse.draft.savedAt));
    if (storeDraft({ name: draftNames.own, draft: draftToUse.draft })) removeDraft(draftToUse.name);
  };

  const discard = (draftName?: string) => {
    const draftToUse = findStoredDraft(draftName);
    if (draftToUse === undefined) return;
    setStoredDrafts(storedDrafts.filter((storedDraft) => storedDraft !== draftToUse));
    removeDraft(draftToUse.name);
  };

  const restorableDrafts = storedDrafts.map(({ name: draft, draft: { savedAt: at, values } }) => ({
    name: draft,
    savedAt: new Date(at),
    title: titledSchema.safeParse(values).data?.title ?? null,
  }));

  return {
    savedAt,
    hasFailed,
    restorableDrafts,
    newestDraftAt: restorableDrafts[0]?.savedAt ?? null,
    restore,
    discard,
    save,
    clear: () => {
      savedValues.current = JSON.stringify(form.getValues());
      removeOwnDraft();
    },
    baseVersion,
    workingCopyVersion,
  };
}

/** `Auto-saved 10:42`, for the header of a form. */
export function AutoSaveStatus({ autoSave }: { autoSave: AutoSave }) {
  if (autoSave.hasFailed) {
    return (
      <Text as="span" size="small" role="status">
        Auto-save failed: this browser’s storage is full
      </Text>
    );
  }
  if (autoSave.savedAt === null) return null;
  return (
    <Text as="span" size="small" muted role="status">
      {`Auto-saved ${formatSchoolTime(autoSave.savedAt, { timeStyle: 'short' })}`}
    </Text>
  );
}

/** Lists unsaved changes from earlier, for example after the browser was closed, each to be restored or discarded. */
export function RestoreDraftPrompt({ autoSave }: { autoSave: AutoSave }) {
  const id = useId();
  const { restorableDrafts, discard, restore } = autoSave;
  if (restorableDrafts.length === 0) return null;
  return (
    <Callout tone="info" title="You have unsaved changes" announce>
      <Stack gap={2}>
        {restorableDrafts.map(({ name, savedAt, title }) => (
          <Inline key={name} justify="between" gap={3} role="group" aria-labelledby={id + name}>
            <span id={id + name}>
              {title === null ? null : <span {...langProps(title)}>{`“${title}” `}</span>}
              {`${title === null ? 'Saved' : 'saved'} in this browser on ${formatSchoolMinute(savedAt)}`}
            </span>
            <Inline>
              <Button size="small" variant="ghost" onClick={() => discard(name)}>
                Discard
              </Button>
              <Button size="small" variant="primary" onClick={() => restore(name)}>
                Restore unsaved changes
              </Button>
            </Inline>
          </Inline>
        ))}
      </Stack>
    </Callout>
  );
}

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

/** A draft with its storage key. */
interface StoredDraft<Values> {
  readonly name: string;
  readonly draft: LocalDraft<Values>;
}

/** Limits per user. A browser's local storage holds about five million characters. */
const draftLimits = { count: 20, characters: 3_000_000 } as const;

const draftKeyPrefix = 'khmer-learning.draft';

/** The key prefix of a form's drafts, per user and item. `id` is null for new items. */
function draftNamePrefix(userId: number, form: string, id: number | null): string {
  return `${draftKeyPrefix}.${userId}.${form}.${id ?? 'new'}`;
}

/** Creates a unique key, so that two open forms of the same item do not overwrite each other's drafts. */
function createDraftName(namePrefix: string): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return `${namePrefix}.${Date.now().toString(36)}-${random.toString(36)}`;
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
 * Reads the copies of the drafts in IndexedDB. They survive a browser that is killed: Chromium writes local storage to
 * disk only after some seconds, IndexedDB at once (docs/decisions).
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

/** The drafts of a form from local storage and IndexedDB, newest first, without those that do not match `schema`. */
async function readDrafts<Values>(
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

/**
 * Stores a draft, and removes the user's oldest drafts beyond `draftLimits`.
 * @returns whether it was stored (false when storage is full or forbidden), and how many other drafts were removed
 */
function writeDraft<Values>(name: string, draft: LocalDraft<Values>): { isStored: boolean; removed: number } {
  const text = JSON.stringify(draft);
  try {
    localStorage.setItem(name, text);
  } catch {
    return { isStored: false, removed: 0 };
  }
  // The copy is optional: the draft counts as stored without it.
  if (isIndexedDbAvailable()) set(name, text).catch(() => {});
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
    removeDraft(oldest.name);
    characters -= oldest.size;
    count -= 1;
    removed += 1;
  }
  return removed;
}

/** Removes a draft and its copy. */
function removeDraft(name: string): void {
  if (isIndexedDbAvailable()) del(name).catch(() => {});
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
