import { AsyncLocalStorage } from 'node:async_hooks';

/** Whether what runs now belongs to a transaction that has not ended. Known in tests alone: knowing costs time. */
const transactionScope = new AsyncLocalStorage<{ open: boolean }>();
const isEnabled = process.env.NODE_ENV === 'test';

/** Runs the work of a transaction, so that `forbidInTransaction` knows of it. */
export async function runInTransactionScope<T>(work: () => Promise<T>): Promise<T> {
  if (!isEnabled) return work();
  const scope = { open: true };
  try {
    return await transactionScope.run(scope, work);
  } finally {
    scope.open = false;
  }
}

/**
 * Fails, in tests, when it is called during a transaction: what waits there for anything but the transaction's own
 * session may wait for a lock that waits for the transaction, on MongoDB 4.0 for a minute.
 *
 * @param operation it would do: `nextId of lesson`
 */
export function forbidInTransaction(operation: string): void {
  if (transactionScope.getStore()?.open)
    throw new Error(`${operation}: call it before the transaction, not during it`);
}
