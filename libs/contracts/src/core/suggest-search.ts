import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { requiredText } from './fields.ts';

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
    query: z.object({ search: requiredText('Search text is required', 500) }),
    response: z.object({
      /** null when each of its words is found, or no word is near enough. */
      searchFor: z.string().nullable(),
    }),
  });
}
/** The endpoint that says which search was meant. */
export type SuggestSearchEndpoint = ReturnType<typeof suggestSearchEndpoint<'content' | 'quizzes'>>;
