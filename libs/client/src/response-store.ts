import { parseJson } from './send.ts';
import type { Storage } from './storage.ts';

/** A response that the API confirms by 304. */
export interface StoredResponse {
  readonly etag: string;
  readonly text: string;
}

export interface ResponseStoreOptions {
  readonly storage: Storage;
  /** Prefix of the keys. */
  readonly name: string;
  readonly maxEntries: number;
  /** Of the texts, in memory: two bytes for each UTF-16 code unit. */
  readonly maxBytes: number;
}

export interface ResponseStore {
  find(key: string): Promise<StoredResponse | undefined>;
  /** @param isCurrent asked when the response is about to be written: false if its learner has signed out meanwhile */
  store(key: string, response: StoredResponse, isCurrent: () => Promise<boolean>): Promise<void>;
  clear(): Promise<void>;
}

interface Entry {
  readonly key: string;
  readonly slot: number;
  readonly bytes: number;
}

/**
 * Keeps the responses that were used last. They are stored in numbered slots and not under their own names, so that
 * tabs of a browser, each with its own list, cannot leave more than `maxEntries` behind. Each slot names its response: an
 * outdated list finds nothing rather than something else. A storage that fails stores nothing.
 */
export function createResponseStore(options: ResponseStoreOptions): ResponseStore {
  const { storage, name, maxEntries, maxBytes } = options;
  const indexKey = `${name}.responses`;
  const slotKey = (slot: number) => `${name}.response-${slot}`;
  /** The entry that was not used for the longest time comes first. */
  let entries: Entry[] | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs one piece of work after the other. */
  function inOrder<T>(work: () => Promise<T>): Promise<T | undefined> {
    const done = last.then(work).catch(() => undefined);
    last = done;
    return done;
  }

  async function load(): Promise<Entry[]> {
    if (entries === undefined) {
      const stored = parseJson((await storage.getItem(indexKey)) ?? '');
      entries = Array.isArray(stored) ? stored : [];
    }
    return entries;
  }

  /** Takes an entry out of the list. */
  async function take(key: string): Promise<Entry | undefined> {
    const list = await load();
    const at = list.findIndex((entry) => entry.key === key);
    return at < 0 ? undefined : list.splice(at, 1)[0];
  }

  async function removeOldest(list: Entry[]): Promise<void> {
    const oldest = list.shift();
    if (oldest) await storage.removeItem(slotKey(oldest.slot));
  }

  return {
    find: (key) =>
      inOrder(async () => {
        const entry = await take(key);
        if (entry === undefined) return undefined;
        const stored = parseJson((await storage.getItem(slotKey(entry.slot))) ?? '') as
          | (StoredResponse & { readonly key: string })
          | undefined;
        if (stored?.key !== key) return undefined;
        entries?.push(entry);
        return stored;
      }),

    async store(key, { etag, text }, isCurrent) {
      await inOrder(async () => {
        const value = JSON.stringify({ key, etag, text });
        const bytes = 2 * value.length;
        if (maxEntries < 1 || bytes > maxBytes || !(await isCurrent())) return;
        const list = await load();
        await take(key);
        const sum = () => list.reduce((total, entry) => total + entry.bytes, bytes);
        while (list.length >= maxEntries || sum() > maxBytes) await removeOldest(list);
        const used = new Set(list.map(({ slot }) => slot));
        let slot = 0;
        while (used.has(slot)) slot += 1;
        await storage.setItem(slotKey(slot), value);
        list.push({ key, slot, bytes });
        await storage.setItem(indexKey, JSON.stringify(list));
      });
    },

    async clear() {
      await inOrder(async () => {
        entries = [];
        await storage.removeItem(indexKey);
        for (let slot = 0; slot < maxEntries; slot += 1) await storage.removeItem(slotKey(slot));
      });
    },
  };
}
