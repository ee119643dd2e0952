import { buildSearchKeys, buildSearchText, parseSearchQuery } from '@khmer-learning/khmer-text';

/** How a document is found; stored with it and never sent out. */
export interface SearchFields {
  searchKeys: string[];
  /** The runs of Khmer in it, for what the keys cannot tell. */
  searchText: string;
}

/** The fields of `SearchFields` as a mongoose schema has them. */
export const searchSchemaFields = { searchKeys: [String], searchText: String };

/**
 * The search fields of a document, to be stored with it.
 *
 * @param texts what the document is found by, the most telling first
 */
export function searchFields(texts: readonly string[]): SearchFields {
  return { searchKeys: buildSearchKeys(texts), searchText: buildSearchText(texts) };
}

/** Conditions on `SearchFields`; empty when the search asks for nothing. */
export interface SearchCondition {
  searchKeys?: { $all: string[] };
  $and?: { searchText: { $regex: string } }[];
}

/**
 * What a document must have to be found. The index on `searchKeys` gives the candidates; the patterns are
 * literal Khmer and are only held against those.
 *
 * @param search as typed; undefined or blank asks for nothing
 */
export function searchCondition(search: string | undefined): SearchCondition {
  const { keys, patterns } = parseSearchQuery(search ?? '');
  return {
    ...(keys.length > 0 ? { searchKeys: { $all: keys } } : {}),
    ...(patterns.length > 0 ? { $and: patterns.map(($regex) => ({ searchText: { $regex } })) } : {}),
  };
}
