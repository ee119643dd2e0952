import { AsyncLocalStorage } from 'node:async_hooks';

/** Whether what runs now belongs to a transaction that has not ended. Known in tests alone: knowing costs time. */
const units = new AsyncLocalStorage<{ open: boolean }>();
const isWatched = process.env.NODE_ENV === 'test';

/** Runs the work of a transaction, so that `forbidInUnit` knows of it. */
export async function inUnit<T>(work: () => Promise<T>): Promise<T> {
  if (!isWatched) return work();
  const unit = { open: true };
  try {
    return await units.run(unit, work);
  } finally {
    unit.open = false;
  }
}

/**
 * Fails, in tests, when it is called during a transaction: what waits there for anything but the transaction's own
 * session may wait for a lock that waits for the transaction, on MongoDB 4.0 for a minute.
 *
 * @param what it would do: `nextId of lesson`
 */
export function forbidInUnit(what: string): void {
  if (units.getStore()?.open) throw new Error(`${what}: call it before the transaction, not during it`);
}
