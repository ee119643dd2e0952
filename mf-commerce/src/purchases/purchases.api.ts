import { useApiQuery } from '@khmer-learning/console-kit';
import { queryKeys, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  messages,
  purchasesExport,
  purchasesGet,
  purchasesList,
  purchasesRefund,
  purchasesRevoke,
  purchasesWithdrawRefund,
  type RequestOf,
} from '@khmer-learning/contracts';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';

const purchaseKeys = queryKeys('purchases', ['purchase', 'main-lesson', 'user']);

type ListQuery = NonNullable<RequestOf<typeof purchasesList>['query']>;
export type PurchaseFilters = NonNullable<RequestOf<typeof purchasesExport>['query']>;
type RefundPayload = RequestOf<typeof purchasesRefund>['body'];

export function usePurchasePage(query: ListQuery) {
  return useApiQuery(purchasesList, {
    queryKey: purchaseKeys.list(query),
    request: { query },
    placeholderData: keepPreviousData,
  });
}

/** One purchase with its main lesson and refunds, refetched whenever the dialog opens. */
export function usePurchase(id: number) {
  return useApiQuery(purchasesGet, {
    queryKey: purchaseKeys.detail(id),
    request: { params: { id } },
    // It may have been refunded since the last fetch.
    refetchOnMount: 'always',
  });
}

export function useExportPurchases() {
  const api = useApi();
  return (filters: PurchaseFilters) => api.download(purchasesExport, { query: filters });
}

/** Refunds a purchase. The toast tells whether the refund is made or pending. After a failure, the purchase is refetched, because the refund may have succeeded anyway. */
export function useRefundPurchase(id: number, onRefunded: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useApiMutation({
    call: (body: RefundPayload) => api.call(purchasesRefund, { params: { purchaseId: String(id) }, body }),
    successMessage: ({ pendingRefundAmount }) =>
      pendingRefundAmount === undefined ? messages.refund.success : messages.refund.pending,
    failureMessage: messages.refund.failed,
    changes: ['purchase'],
    onSuccess: onRefunded,
    onError: () => {
      void queryClient.invalidateQueries({ queryKey: purchaseKeys.all });
      return false;
    },
  });
}

export function useRevokeAccess(id: number) {
  const api = useApi();
  return useApiMutation({
    call: (body: RequestOf<typeof purchasesRevoke>['body']) =>
      api.call(purchasesRevoke, { params: { id }, body }),
    successMessage: messages.grant.revoked,
    failureMessage: messages.grant.revokeFailed,
    changes: ['purchase'],
    // The confirmation shows the error.
    onError: () => true,
  });
}

/** Withdraws a pending refund. After a failure, the purchase is refetched, because the refund may have been sent. */
export function useWithdrawRefund(purchaseId: number) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useApiMutation({
    call: (refundId: string) => api.call(purchasesWithdrawRefund, { params: { id: purchaseId, refundId } }),
    successMessage: messages.refund.withdrawn,
    failureMessage: messages.refund.withdrawFailed,
    changes: ['purchase'],
    onError: () => {
      void queryClient.invalidateQueries({ queryKey: purchaseKeys.all });
      // The confirmation shows the error.
      return true;
    },
  });
}
