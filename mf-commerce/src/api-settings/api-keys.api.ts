import { queryKeys, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import { type ApiKey, apiKeysCreate, apiKeysList, apiKeysRevoke } from '@khmer-learning/contracts';
import { useQuery } from '@tanstack/react-query';

export const apiKeyQueryKeys = queryKeys('api-keys');

/** The active keys of every admin. */
export function useActiveApiKeys() {
  const api = useApi();
  return useQuery({
    queryKey: apiKeyQueryKeys.lists,
    queryFn: ({ signal }) => api.call(apiKeysList, {}, { signal }),
    // The time of last use changes without any action in the console.
    refetchOnMount: 'always',
  });
}

/** Returns a function that registers a key and thereby revokes the user's previous key. */
export function useRegisterApiKey() {
  const api = useApi();
  return (key: string) => api.call(apiKeysCreate, { body: { key } });
}

/** Revokes a key. */
export function useRevokeApiKey(onRevoked: (key: ApiKey) => void) {
  const api = useApi();
  return useApiMutation({
    call: ({ id }: ApiKey) => api.call(apiKeysRevoke, { params: { id } }),
    successMessage: 'API key revoked successfully',
    failureMessage: 'Failed to revoke API key',
    invalidates: [apiKeyQueryKeys.all],
    onSuccess: (_answer, key) => onRevoked(key),
  });
}
