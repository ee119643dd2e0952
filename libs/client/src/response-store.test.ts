import fc from 'fast-check';
import { createResponseStore } from './response-store.ts';
import type { Storage } from './storage.ts';

const limits = { name: 'test', maxEntries: 4, maxBytes: 400 };

/** A storage whose contents can be counted. */
function createCountedStorage(): Storage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

it('finds what was stored under a key or nothing, also after a restart and with another tab, and stays bounded', async () => {
  const action = fc.record({
    tab: fc.nat(1),
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    length: fc.nat(120),
    kind: fc.constantFrom('store', 'find', 'restart', 'clear'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
      const storage = createCountedStorage();
      const open = () => createResponseStore({ ...limits, storage });
      const tabs = [open(), open()];
      const stored = new Map<string, string[]>();
      for (const [index, { tab, key, length, kind }] of actions.entries()) {
        const store = tabs[tab] ?? open();
        const etag = `"${index}"`;
        if (kind === 'store') {
          await store.store(key, { etag, text: 'x'.repeat(length) }, async () => true);
          stored.set(key, [...(stored.get(key) ?? []), etag]);
        } else if (kind === 'find') {
          const found = await store.find(key);
          if (found) expect(stored.get(key)).toContain(found.etag);
        } else if (kind === 'clear') {
          await store.clear();
          stored.clear();
          expect(storage.items.size).toBe(0);
        } else tabs[tab] = open();
        const slots = [...storage.items].filter(([name]) => name.includes('.response-'));
        expect(slots.length).toBeLessThanOrEqual(limits.maxEntries);
        for (const [, value] of slots) expect(2 * value.length).toBeLessThanOrEqual(limits.maxBytes);
      }
    }),
  );
});

it('drops what was not used for the longest time, and keeps within the bytes', async () => {
  const storage = createCountedStorage();
  const store = createResponseStore({ ...limits, storage });
  const put = (key: string, length = 1) =>
    store.store(key, { etag: '"e"', text: 'x'.repeat(length) }, async () => true);
  const kept = async () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'long', 'too long'];
    const found = await Promise.all(keys.map((key) => store.find(key)));
    return keys.filter((_key, index) => found[index]);
  };
  for (const key of ['a', 'b', 'c', 'd']) await put(key);
  await store.find('a');
  await put('e');
  expect(await kept()).toEqual(['a', 'c', 'd', 'e']);
  await put('too long', 400);
  expect(await kept()).toEqual(['a', 'c', 'd', 'e']);
  await put('long', 100);
  expect(await kept()).toEqual(['e', 'long']);
});

it('forgets a response whose learner has signed out while it was on its way', async () => {
  const storage = createCountedStorage();
  const store = createResponseStore({ ...limits, storage });
  await store.store('a', { etag: '"e"', text: '' }, async () => false);
  expect(storage.items.size).toBe(0);
});
