import type { BatchItemResult } from '@khmer-learning/service-kit';
import type { CreateInput } from './importer.ts';

/**
 * Creates items one after the other up to the first failure, which fails the transaction.
 * @param create stores one and returns its version @returns the results so far, for `EntityWriter.create`
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
