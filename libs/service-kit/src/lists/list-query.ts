import type { IndexDefinition, Model } from 'mongoose';
import type { SearchCondition } from '../search/titled-search.ts';

/** A condition, with the index that has all of its fields, followed by those of the list's sort. */
export interface IndexRange {
  readonly where: object;
  readonly hint: IndexDefinition;
}

/** Returns those of the parents whose documents' contents the caller may read. */
export type ReadableFilter = (parentIds: readonly number[]) => Promise<ReadonlySet<number>>;

/** Limits a search to the contents that the caller may read; of other documents only the titles are searched. */
export interface ContentsRestriction {
  readonly filterReadable: ReadableFilter;
  /** The field with the id of a document's parent; everyone may read a document without one. */
  readonly parentField: string;
  /** The condition that a document meets by its title. */
  readonly byTitle: object;
}

/** A list as MongoDB reads it. The index of a search begins with `searchKeys`. */
export interface ListQuery extends IndexRange {
  /** The last field is `_id`. */
  readonly sort: Readonly<Record<string, 1 | -1>>;
  /** Of a search: the list without its words, if other filters narrow it. */
  readonly unsearched?: IndexRange | undefined;
  readonly restriction?: ContentsRestriction | undefined;
  /** Of a search sorted by id: the index on `updatedAt`, with which the ids of frequent words are kept (`WordPostings`). */
  readonly changes?: IndexDefinition;
  /** The list in an order by which it can be counted: by a number or date that each document has. */
  readonly counted?: ListQuery;
}

/** The sort values of a document, with its id. */
export interface SortedRow {
  readonly _id: number;
  readonly [field: string]: unknown;
}

/** The keys of a search; empty for a list without one. */
export function searchKeysOf({ where }: IndexRange): readonly string[] {
  return (where as SearchCondition).searchKeys?.$all ?? [];
}

/** The part of the condition on the fields of the sort, which every index of the list has. */
export function sortConditions({ where, sort }: ListQuery): object {
  return Object.fromEntries(Object.entries(where).filter(([field]) => field in sort));
}

/** Whether the index on `searchKeys` has all that the query filters by. */
export function filtersByWordsAlone({ where, sort }: ListQuery): boolean {
  return Object.keys(where).every((field) => field === 'searchKeys' || field in sort);
}

/**
 * Reads ids into one document: a document for each takes five times as long in this process.
 *
 * @param stages after the condition
 * @param comment tells in a profile the reads of a search from those behind it
 */
export async function readIds<T>(
  model: Model<T>,
  { where, hint }: IndexRange,
  stages: readonly object[] = [],
  comment?: string,
): Promise<readonly number[]> {
  const [group] = await model.db
    .collection(model.collection.collectionName)
    .aggregate<{ readonly ids: readonly number[] }>(
      [{ $match: where }, ...stages, { $group: { _id: null, ids: { $push: '$_id' } } }],
      { hint: { ...hint }, ...(comment && { comment }) },
    )
    .toArray();
  return group?.ids ?? [];
}

/** Reads the sort values of the first `limit` documents of a range. The index has them all. */
export function readSortedRows<T>(
  model: Model<T>,
  { where, hint }: IndexRange,
  sort: ListQuery['sort'],
  options: { readonly limit: number; readonly skip?: number },
): Promise<SortedRow[]> {
  const projection = Object.fromEntries(Object.keys(sort).map((field) => [field, 1]));
  return model.db
    .collection<SortedRow>(model.collection.collectionName)
    .find(
      { ...where },
      { ...options, projection, sort: { ...sort }, hint: { ...hint }, batchSize: options.limit },
    )
    .toArray();
}

/** Reads documents of a list as MongoDB stores them, without what mongoose does for each query. */
export function readDocuments<T, Row>(
  model: Model<T>,
  { where, hint }: IndexRange,
  options: {
    readonly projection: Readonly<Record<string, 0 | 1>>;
    readonly sort?: ListQuery['sort'];
    readonly limit: number;
    readonly skip?: number;
  },
): Promise<Row[]> {
  const { sort, ...others } = options;
  return model.db
    .collection(model.collection.collectionName)
    .find<Row & object>(
      { ...where },
      { ...others, ...(sort && { sort: { ...sort } }), hint: { ...hint }, batchSize: options.limit },
    )
    .toArray();
}
