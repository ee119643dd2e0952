import { defaultPageSize } from '@khmer-learning/contracts';

/** The part of a list that is asked for. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/**
 * What `limit` and `offset` ask for. One of them alone means a page too: 15 rows, from the first.
 *
 * @returns undefined when neither is there: every row
 */
export function pageOf(query: {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}): Page | undefined {
  const { limit, offset } = query;
  if (limit === undefined && offset === undefined) return undefined;
  return { limit: limit ?? defaultPageSize, offset: offset ?? 0 };
}
