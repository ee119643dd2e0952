import { useApi } from '@khmer-learning/console-sdk';
import type { Endpoint, RequestOf, ResponseOf } from '@khmer-learning/contracts';
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';

type QueryOptions<E extends Endpoint> = Omit<UseQueryOptions<ResponseOf<E>>, 'queryFn'>;

/** Reads from the API, again when the query's key changes or is invalidated. Errors are those of `ApiClient.call`. */
export function useApiQuery<E extends Endpoint>(
  endpoint: E,
  options: QueryOptions<E> &
    (Record<never, never> extends RequestOf<E>
      ? { readonly request?: RequestOf<E> }
      : { readonly request: RequestOf<E> }),
): UseQueryResult<ResponseOf<E>> {
  const api = useApi();
  const { request, ...query } = options as QueryOptions<E> & { readonly request?: RequestOf<E> };
  return useQuery<ResponseOf<E>>({
    ...query,
    queryFn: ({ signal }) =>
      api.call<E>(...([endpoint, request, { signal }] as unknown as Parameters<typeof api.call<E>>)),
  });
}
