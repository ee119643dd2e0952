import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idsParam, requiredText } from './fields.ts';

const searchText = requiredText('Search text is required', 500);

/**
 * Declares the endpoint that says which search was meant by one that finds nothing: each word that no item has is replaced by
 * the nearest word that some item has.
 *
 * @param options.id prefix of the endpoint ids, such as `lessons`
 * @param options.path path of the items, such as `/api/lessons`
 * @param options.label one item and several, for the summary
 */
export function suggestSearchEndpoint<const S extends 'content' | 'quizzes'>(options: {
  readonly service: S;
  readonly id: string;
  readonly path: string;
  readonly label: readonly [one: string, many: string];
}) {
  const { service, id, path, label } = options;
  return endpoint({
    id: `${id}.suggestSearch`,
    service,
    method: 'GET',
    path: `${path}/search-suggestion`,
    access: 'session',
    summary: `The search that was meant by one that finds no ${label[1]}`,
    query: z.object({ search: searchText }),
    response: z.object({
      /** null when each of its words is found, or no word is near enough. */
      searchFor: z.string().nullable(),
    }),
  });
}
/** Most items of one call of `searchMatchesEndpoint`. */
export const maxMatchedItems = 100;

const matchedItem = z.object({
  id: z.number().int(),
  /** The line of its contents that has most words of the search, cut around the first. */
  text: z.string(),
  /** The places of the words in it, in UTF-16 code units. */
  places: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
});
/** An item that a search finds by its contents. */
export type MatchedItem = z.infer<typeof matchedItem>;

/**
 * Declares the endpoint that says by which line of its contents a search finds each of some items. Items of which title and
 * description have all words of the search are left out, and those whose line is too far down in very long contents.
 *
 * @param options as of `suggestSearchEndpoint`
 */
export function searchMatchesEndpoint<
  const S extends 'content' | 'quizzes',
  const I extends string,
  const P extends `/api/${string}`,
>(options: {
  readonly service: S;
  readonly id: I;
  readonly path: P;
  readonly label: readonly [one: string, many: string];
}) {
  const { service, id, path, label } = options;
  return endpoint({
    id: `${id}.searchMatches` as `${I}.searchMatches`,
    service,
    method: 'GET',
    path: `${path}/search-matches` as `${P}/search-matches`,
    access: 'session',
    summary: `The lines by which a search finds ${label[1]}`,
    query: z.object({ search: searchText, ids: idsParam(maxMatchedItems, label[1]) }),
    response: z.object({ data: z.array(matchedItem) }),
  });
}
/** The endpoint that says which lines a search finds. */
export type SearchMatchesEndpoint = ReturnType<
  typeof searchMatchesEndpoint<'content' | 'quizzes', string, `/api/${string}`>
>;

/** The endpoint that says which search was meant. */
export type SuggestSearchEndpoint = ReturnType<typeof suggestSearchEndpoint<'content' | 'quizzes'>>;
