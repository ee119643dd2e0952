import type { BatchItemResult } from '../concurrency/batcher.ts';
import { ApiError } from '../http/api-error.ts';
import type { CreateInput } from './importer.ts';

/**
 * Creates things of an import one after the other, up to the first that cannot be: the transaction fails with it.
 *
 * @param create stores one, and gives at least its version
 * @returns what became of each that was tried, in order; see `ImportedThing.create`
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

/** Waits for a removal of something that somebody may have deleted already: an `ApiError` 404 is no failure. */
export async function ignoreNotFound(removal: Promise<unknown>): Promise<true> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  return true;
}
