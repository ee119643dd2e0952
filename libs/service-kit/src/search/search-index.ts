import { buildSearchKeys, buildSearchText, parseSearchQuery } from '@khmer-learning/khmer-text';

/** Search fields of a document, stored with it and never sent to clients. */
export interface SearchFields {
  searchKeys: string[];
  /** The document's Khmer text, for matches that the keys alone cannot decide. */
  searchText: string;
}

/** `SearchFields` as mongoose schema fields. */
export const searchSchemaFields = { searchKeys: [String], searchText: String };

/**
 * Builds the search fields of a document.
 *
 * @param texts searchable texts, the most important first
 */
export function searchFields(texts: readonly string[]): SearchFields {
  return { searchKeys: buildSearchKeys(texts), searchText: buildSearchText(texts) };
}

/** Query conditions on `SearchFields`; empty for a blank search. */
export interface SearchCondition {
  searchKeys?: { $all: string[] };
  $and?: { searchText: { $regex: string } }[];
}

/**
 * Builds the query condition of a search. The index on `searchKeys` selects the candidates; the patterns are literal
 * Khmer text and are applied only to them.
 *
 * @param search as typed; undefined or blank matches all documents
 */
export function searchCondition(search: string | undefined): SearchCondition {
  const { keys, patterns } = parseSearchQuery(search ?? '');
  return {
    ...(keys.length > 0 ? { searchKeys: { $all: keys } } : {}),
    ...(patterns.length > 0 ? { $and: patterns.map(($regex) => ({ searchText: { $regex } })) } : {}),
  };
}
