import { QueryClient } from '@tanstack/react-query';

/**
 * Creates the console's query client: data never becomes stale by itself, and there is no polling, no refetch on focus
 * and no retry. Without a network a call fails immediately instead of waiting.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
