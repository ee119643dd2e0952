import { buildSearchKeys, buildSearchText, buildSortKey, parseSearchQuery } from '@khmer-learning/khmer-text';

/** Search fields of a document, stored with it and never sent to clients. */
export interface SearchFields {
  searchKeys: string[];
  /** The document's Khmer text, for matches that the keys alone cannot decide. */
  searchText: string;
}

/** `SearchFields` as mongoose schema fields. */
export const searchSchemaFields = { searchKeys: [String], searchText: String };

/** Builds the search fields of a document from its searchable texts, the most important first. */
export function searchFields(texts: readonly string[]): SearchFields {
  return { searchKeys: buildSearchKeys(texts), searchText: buildSearchText(texts) };
}

/** Query conditions on `SearchFields`; empty for a blank search. */
export interface SearchCondition {
  searchKeys?: { $all: string[] };
  $and?: { searchText: { $regex: string } }[];
}

/**
 * The search key of documents with stale recordings, so that a list of them is filtered and sorted as a search is. No search has
 * this key: `#` alone is one (`buildSearchKeys`).
 */
export const staleRecordingsKey = '#stale-recordings';

/** Whether a search key is a mark, which changes without the time of the document's last change. */
export function isMark(key: string): boolean {
  return key.length > 1 && key.startsWith('#');
}

/**
 * Builds the query condition of a search. The index on `searchKeys` selects the candidates; the patterns are literal
 * Khmer text and are applied only to them.
 *
 * @param search as typed; undefined or blank matches all documents
 * @param marks further keys that a document must have, such as `staleRecordingsKey`
 */
export function searchCondition(search: string | undefined, marks: readonly string[] = []): SearchCondition {
  const { keys, patterns } = parseSearchQuery(search ?? '');
  const all = [...marks, ...keys];
  return {
    ...(all.length > 0 ? { searchKeys: { $all: all } } : {}),
    ...(patterns.length > 0 ? { $and: patterns.map(($regex) => ({ searchText: { $regex } })) } : {}),
  };
}

/**
 * Search fields of a document whose contents are restricted. `searchKeys` and `searchText` cover all its texts; users
 * without access to the contents find it by title and description only.
 */
export interface TitledSearchFields extends SearchFields {
  titleKeys: string[];
  /** The Khmer text of title and description. */
  titleText: string;
  /** The title's sort key; absent in documents stored before lists could be sorted. */
  titleSort: string;
  /** Version of the indexing rules; absent in documents stored before `titleKeys` existed. */
  searchVersion: number;
}

/** `TitledSearchFields` as mongoose schema fields. */
export const titledSearchSchemaFields = {
  ...searchSchemaFields,
  titleKeys: [String],
  titleText: String,
  titleSort: String,
  searchVersion: Number,
};

/** A projection without `TitledSearchFields`. */
export const excludeSearchFields = {
  searchKeys: 0,
  searchText: 0,
  titleKeys: 0,
  titleText: 0,
  titleSort: 0,
  searchVersion: 0,
} as const;

/** The index with which `backfillTitleKeys` finds outdated documents. */
export const searchVersionIndex = { searchVersion: 1 } as const;

const searchVersion = 2;

interface Titled {
  readonly title: string;
  readonly description: string;
}

/**
 * Builds the search fields of a document.
 *
 * @param contents texts that only users with access to the contents may search
 */
export function titledSearchFields(titled: Titled, contents: readonly string[]): TitledSearchFields {
  return { ...searchFields([titled.title, titled.description, ...contents]), ...titleFields(titled) };
}

/** The fields on title and description, without those on the contents. */
export function titleFields({ title, description }: Titled): Omit<TitledSearchFields, keyof SearchFields> {
  const texts = [title, description];
  return {
    titleKeys: buildSearchKeys(texts),
    titleText: buildSearchText(texts),
    titleSort: buildSortKey(title),
    searchVersion,
  };
}

/** Query conditions on title and description; empty for a blank search. */
export interface TitleCondition {
  titleKeys?: { $all: string[] };
  $and?: { titleText: { $regex: string } }[];
}

/**
 * Builds the query condition on title and description. No index supports it: combine it with `searchCondition` of the
 * same search, whose candidates include all its matches.
 *
 * @param search as typed; undefined or blank matches all documents
 */
export function titleCondition(search: string | undefined): TitleCondition {
  const { keys, patterns } = parseSearchQuery(search ?? '');
  return {
    ...(keys.length > 0 ? { titleKeys: { $all: keys } } : {}),
    ...(patterns.length > 0 ? { $and: patterns.map(($regex) => ({ titleText: { $regex } })) } : {}),
  };
}
