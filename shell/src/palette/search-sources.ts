import { type ApiClient, queryKeys, type SearchSource, useApi } from '@khmer-learning/console-sdk';
import { endpoint } from '@khmer-learning/contracts';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { readField } from '../dashboard/stats-field.ts';
import type { Declared } from './declared-parts.ts';

export interface FoundItem {
  readonly source: string;
  readonly title: string;
  readonly detail: string;
  readonly item: number;
  readonly find: string | null;
}

export interface SourceResult {
  readonly source: Declared<SearchSource>;
  readonly items: readonly FoundItem[];
  /** The search that they are of, when nothing has the words that were typed. */
  readonly searchedFor: string | null;
  readonly isLoading: boolean;
  readonly isError: boolean;
  readonly retry: () => void;
}

const itemsPerSource = 5;
const debounceMs = 200;
/** What was found is used again for as long, unless something changes in this browser. */
const staleTimeMs = 30_000;
const paletteKeys = queryKeys('palette');

/** Replaces `{field}` by the item's field, as `values` says it. What it lacks is left out, with the ` · ` beside it. */
function fill(
  template: string,
  item: unknown,
  values: Declared<SearchSource>['part']['values'] = {},
): string {
  const filled = template.replace(/\{([\w.]+)\}/g, (_all, path: string) => {
    const value = readField(item, path);
    if (typeof value !== 'string' && typeof value !== 'number') return '';
    return values[path]?.[value] ?? String(value);
  });
  return filled
    .split(' · ')
    .filter((part) => part.trim() !== '')
    .join(' · ');
}

const idSchema = z.number().int().positive();
const textSchema = z.string().min(1);
const matchSchema = z.object({
  id: z.number(),
  text: z.string(),
  places: z.array(z.object({ start: z.number(), end: z.number() })),
});
type Match = z.infer<typeof matchSchema>;

const idOf = ({ item = 'id' }: SearchSource, row: unknown) => idSchema.safeParse(readField(row, item)).data;

const listIn = ({ items }: SearchSource, response: unknown): readonly unknown[] => {
  const list = items === undefined ? response : readField(response, items);
  return Array.isArray(list) ? list : [];
};

/** Calls the list of a source; if that finds nothing, with the search that was probably meant. With the lines of what it finds. */
async function search(api: ApiClient, part: SearchSource, text: string, signal: AbortSignal) {
  const found = await searchList(api, part, text, signal);
  const ids = listIn(part, found.response).flatMap((row) => idOf(part, row) ?? []);
  const { data } =
    part.matchesSearch && ids.length > 0
      ? await api
          .call(
            matchesOf(part),
            { query: { search: found.searchedFor ?? text, ids: ids.slice(0, itemsPerSource).join(',') } },
            { signal },
          )
          .catch(() => ({ data: [] }))
      : { data: [] };
  return { ...found, matches: data };
}

async function searchList(api: ApiClient, part: SearchSource, text: string, signal: AbortSignal) {
  const list = (words: string) =>
    api.call(listOf(part), { query: { search: words, limit: itemsPerSource } }, { signal });
  const response = await list(text);
  if (!part.suggestsSearch || listIn(part, response).length > 0) return { response, searchedFor: null };
  // Without a suggestion, nothing was found.
  const { searchFor } = await api
    .call(suggestionOf(part), { query: { search: text } }, { signal })
    .catch(() => ({ searchFor: null }));
  return searchFor === null
    ? { response, searchedFor: null }
    : { response: await list(searchFor), searchedFor: searchFor };
}

/** The items of a response; those without an id or a title are left out. */
function readItems(
  { key, part: search }: Declared<SearchSource>,
  response: unknown,
  matches: readonly Match[] = [],
): FoundItem[] {
  return listIn(search, response)
    .slice(0, itemsPerSource)
    .flatMap((row: unknown) => {
      const id = idOf(search, row);
      const title = fill(search.title, row, search.values).trim();
      if (id === undefined || title === '') return [];
      const match = matches.find((one) => one.id === id);
      const [place] = match?.places ?? [];
      const find =
        search.find === undefined
          ? place && match?.text.slice(place.start, place.end)
          : textSchema.safeParse(readField(row, search.find)).data;
      const detail = match?.text ?? fill(search.detail ?? '', row, search.values);
      return [{ source: key, title, detail, item: id, find: find ?? null }];
    });
}

/** Searches all sources at once, none for a blank text. Each answers and fails alone; answers to an earlier text are dropped. */
export function useSearchResults(
  sources: readonly Declared<SearchSource>[],
  text: string,
): readonly SourceResult[] {
  const api = useApi();
  const searched = useDebounced(text);
  const isBlank = text === '';
  const queries = useQueries({
    queries: sources.map(({ key, part }) => ({
      queryKey: [...paletteKeys.all, key, searched],
      queryFn: ({ signal }: { signal: AbortSignal }) => search(api, part, searched, signal),
      enabled: !isBlank && searched !== '',
      staleTime: staleTimeMs,
    })),
  });
  return sources.flatMap((source, at) => {
    const query = queries[at];
    if (query === undefined || isBlank) return [];
    const isLoading = searched !== text || query.isFetching;
    return {
      source,
      items: isLoading || query.isError ? [] : readItems(source, query.data?.response, query.data?.matches),
      searchedFor: isLoading ? null : (query.data?.searchedFor ?? null),
      isLoading,
      isError: !isLoading && query.isError,
      retry: () => void query.refetch(),
    };
  });
}

const callOf = <Query extends z.ZodObject, Response extends z.ZodType>(
  path: string,
  query: Query,
  response: Response,
) =>
  endpoint({
    id: `search ${path}`,
    service: 'gateway',
    method: 'GET',
    path,
    access: 'session',
    summary: 'Search',
    query,
    response,
  });

const listOf = ({ path }: SearchSource) =>
  callOf(path, z.object({ search: z.string(), limit: z.number() }), z.unknown());

const matchesOf = ({ path }: SearchSource) =>
  callOf(
    `${path}/search-matches`,
    z.object({ search: z.string(), ids: z.string() }),
    z.object({ data: z.array(matchSchema) }),
  );

const suggestionOf = ({ path }: SearchSource) =>
  callOf(
    `${path}/search-suggestion`,
    z.object({ search: z.string() }),
    z.object({ searchFor: z.string().nullable() }),
  );

/** The text once it has not changed for a moment; a blank one at once. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text === '' ? 0 : debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
