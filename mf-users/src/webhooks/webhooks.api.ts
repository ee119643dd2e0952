import { useApiQuery } from '@khmer-learning/console-kit';
import { queryKeys, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  type RequestOf,
  type Webhook,
  webhooksCreate,
  webhooksDelete,
  webhooksDeliveries,
  webhooksDelivery,
  webhooksList,
  webhooksRotateSecret,
  webhooksSendAgain,
  webhooksTest,
  webhooksUpdate,
} from '@khmer-learning/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import { message } from '../messages/messages.ts';

const webhookKeys = queryKeys('webhooks', []);
/** Deliveries change without any action in the console. */
const refetchMs = 5_000;

export function useWebhooks() {
  return useApiQuery(webhooksList, { queryKey: webhookKeys.lists, staleTime: 0 });
}

type Settings = RequestOf<typeof webhooksCreate>['body'];

export function useCreateWebhook(onCreated: (secret: string) => void) {
  const api = useApi();
  return useApiMutation({
    call: (body: Settings) => api.call(webhooksCreate, { body }),
    successMessage: () => message('webhooks.created'),
    failureMessage: message('webhooks.saveFailed'),
    invalidates: [webhookKeys.all],
    onSuccess: ({ secret }) => onCreated(secret),
  });
}

export function useUpdateWebhook(onUpdated?: () => void) {
  const api = useApi();
  return useApiMutation({
    call: ({ id, body }: { id: number; body: RequestOf<typeof webhooksUpdate>['body'] }) =>
      api.call(webhooksUpdate, { params: { id }, body }),
    successMessage: () => message('webhooks.updated'),
    failureMessage: message('webhooks.saveFailed'),
    invalidates: [webhookKeys.all],
    ...(onUpdated ? { onSuccess: onUpdated } : {}),
  });
}

export function useRotateSecret(onMade: (secret: string) => void) {
  const api = useApi();
  return useApiMutation({
    call: ({ id }: Webhook) => api.call(webhooksRotateSecret, { params: { id } }),
    successMessage: () => message('webhooks.rotated'),
    failureMessage: message('webhooks.saveFailed'),
    invalidates: [],
    onSuccess: ({ secret }) => onMade(secret),
  });
}

export function useDeleteWebhook() {
  const api = useApi();
  return useApiMutation({
    call: ({ id }: Webhook) => api.call(webhooksDelete, { params: { id } }),
    successMessage: (answer) => answer.message,
    failureMessage: message('webhooks.deleteFailed'),
    invalidates: [webhookKeys.all],
  });
}

/** Sends a test event. @param onSent called when it is on its way */
export function useTestWebhook(onSent: (webhook: Webhook) => void) {
  const api = useApi();
  return useApiMutation({
    call: ({ id }: Webhook) => api.call(webhooksTest, { params: { id } }),
    successMessage: (answer) => answer.message,
    failureMessage: message('webhooks.sendFailed'),
    invalidates: [webhookKeys.all],
    onSuccess: (_answer, webhook) => onSent(webhook),
  });
}

export function useDeliveries(id: number, page: { limit: number; offset: number }) {
  return useApiQuery(webhooksDeliveries, {
    queryKey: [...webhookKeys.all, id, 'deliveries', page],
    request: { params: { id }, query: page },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: refetchMs,
  });
}

export function useDelivery(id: number, delivery: string) {
  return useApiQuery(webhooksDelivery, {
    queryKey: [...webhookKeys.all, id, 'delivery', delivery],
    request: { params: { id, delivery } },
    staleTime: 0,
    refetchInterval: refetchMs,
  });
}

export function useSendAgain(id: number) {
  const api = useApi();
  return useApiMutation({
    call: (delivery: string) => api.call(webhooksSendAgain, { params: { id, delivery } }),
    successMessage: (answer) => answer.message,
    failureMessage: message('webhooks.sendFailed'),
    invalidates: [webhookKeys.all],
  });
}
