import { QueryClient } from '@tanstack/react-query';

/**
 * The console's query client: data never becomes stale by itself, nothing is polled, refetched on focus or
 * retried (spec 9). Without a network a call fails at once instead of waiting for one.
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
