import { AsyncLocalStorage } from 'node:async_hooks';

/** Whether the current code runs in an open transaction. Tracked only in tests, because tracking costs time. */
const transactionScope = new AsyncLocalStorage<{ open: boolean }>();
const isEnabled = process.env.NODE_ENV === 'test';

/** Runs a transaction's work so that `forbidInTransaction` detects it. */
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
 * In tests, throws when called during a transaction: waiting there for anything outside the transaction's session may
 * deadlock with the transaction, for up to a minute on MongoDB 4.0.
 *
 * @param operation the caller's name, such as `nextId of lesson`
 */
export function forbidInTransaction(operation: string): void {
  if (transactionScope.getStore()?.open)
    throw new Error(`${operation}: call it before the transaction, not during it`);
}
