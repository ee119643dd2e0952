import { ApiError, type BatchItemResult } from '@khmer-learning/service-kit';
import type { CreateInput } from './importer.ts';

/**
 * Creates items of an import one after the other and stops at the first failure, which fails the transaction.
 *
 * @param create stores one item and returns at least its version
 * @returns the results of the attempted items, in order; see `EntityWriter.create`
 */
export async function createSequentially(
  writes: readonly CreateInput[],
  create: (write: CreateInput) => Promise<{ readonly version: number }>,
): Promise<BatchItemResult<{ version: number }>[]> {
  const results: BatchItemResult<{ version: number }>[] = [];
  for (const write of writes) {
    try {
      const { version } = await create(write);
      results.push({ value: { version } });
    } catch (error) {
      return [...results, { error }];
    }
  }
  return results;
}

/** Awaits a deletion and ignores `ApiError` 404: the item may already be deleted. */
export async function ignoreNotFound(removal: Promise<unknown>): Promise<true> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  return true;
}
