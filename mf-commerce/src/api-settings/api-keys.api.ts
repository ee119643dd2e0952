import { useApiQuery } from '@khmer-learning/console-kit';
import { queryKeys, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  type ApiKey,
  apiKeysCreate,
  apiKeysList,
  apiKeysRevoke,
  apiKeysUpdate,
  apiKeysUsage,
  type RequestOf,
} from '@khmer-learning/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { message } from '../messages/messages.ts';

export const apiKeyQueryKeys = queryKeys('api-keys', ['api-key']);

export function useActiveApiKeys() {
  return useApiQuery(apiKeysList, {
    queryKey: apiKeyQueryKeys.lists,
    // The time of last use changes without any action in the console.
    refetchOnMount: 'always',
  });
}

export function useFetchActiveApiKeys() {
  const api = useApi();
  const queryClient = useQueryClient();
  return () =>
    queryClient.fetchQuery({ queryKey: apiKeyQueryKeys.lists, queryFn: () => api.call(apiKeysList, {}) });
}

type NewApiKey = RequestOf<typeof apiKeysCreate>['body'];

/** Returns a function that registers a key. `replaces` is the id of the key that is revoked with it. */
export function useRegisterApiKey() {
  const api = useApi();
  return (body: NewApiKey) => api.call(apiKeysCreate, { body });
}

export function useCreateApiKey(onCreated: (key: string) => void) {
  const register = useRegisterApiKey();
  return useApiMutation({
    call: register,
    dedupeKey: () => 'new key',
    successMessage: () => message('apiKeys.created'),
    failureMessage: () => message('apiKeys.createFailed'),
    changes: ['api-key'],
    onSuccess: (_answer, { key }) => onCreated(key),
  });
}

export function useUpdateApiKey(onUpdated: () => void) {
  const api = useApi();
  return useApiMutation({
    call: ({ id, body }: { id: number; body: RequestOf<typeof apiKeysUpdate>['body'] }) =>
      api.call(apiKeysUpdate, { params: { id }, body }),
    successMessage: () => message('apiKeys.updated'),
    failureMessage: () => message('apiKeys.updateFailed'),
    changes: ['api-key'],
    onSuccess: onUpdated,
  });
}

export function useApiKeyUsage(id: number) {
  return useApiQuery(apiKeysUsage, {
    queryKey: [...apiKeyQueryKeys.all, 'usage', id],
    request: { params: { id } },
    refetchOnMount: 'always',
  });
}

export function useRevokeApiKey(onRevoked: (key: ApiKey) => void) {
  const api = useApi();
  return useApiMutation({
    call: ({ id }: ApiKey) => api.call(apiKeysRevoke, { params: { id } }),
    successMessage: () => message('apiKeys.revoked'),
    failureMessage: () => message('apiKeys.revokeFailed'),
    changes: ['api-key'],
    onSuccess: (_answer, key) => onRevoked(key),
  });
}
