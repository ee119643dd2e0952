import { ApiError } from '../http/api-error.ts';
import type { Outcome } from '../queues/in-batches.ts';
import type { DueCreation } from './import-kind.ts';

/**
 * Creates things of an import one after the other, up to the first that cannot be: the transaction fails with it.
 *
 * @param create stores one, and gives at least its version
 * @returns what became of each that was tried, in order; see `ImportedThing.create`
 */
export async function oneByOne(
  writes: readonly DueCreation[],
  create: (write: DueCreation) => Promise<{ readonly version: number }>,
): Promise<Outcome<{ version: number }>[]> {
  const outcomes: Outcome<{ version: number }>[] = [];
  for (const write of writes) {
    try {
      const { version } = await create(write);
      outcomes.push({ value: { version } });
    } catch (error) {
      return [...outcomes, { error }];
    }
  }
  return outcomes;
}

/** Waits for a removal of something that somebody may have deleted already: an `ApiError` 404 is no failure. */
export async function unlessGone(removal: Promise<unknown>): Promise<true> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  return true;
}
