import { queryKeys, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  defaultPageSize,
  messages,
  purchasesExport,
  purchasesGet,
  purchasesList,
  purchasesRefund,
  type RequestOf,
} from '@khmer-learning/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';

const purchaseKeys = queryKeys('purchases');

type ListQuery = Omit<NonNullable<RequestOf<typeof purchasesList>['query']>, 'limit'>;
export type PurchaseFilters = NonNullable<RequestOf<typeof purchasesExport>['query']>;
type RefundPayload = RequestOf<typeof purchasesRefund>['body'];

/** One page of purchases. The page in sight stays while the next is on its way. */
export function usePurchasePage(filters: ListQuery) {
  const api = useApi();
  const query = { ...filters, limit: defaultPageSize };
  return useQuery({
    queryKey: purchaseKeys.list(query),
    queryFn: ({ signal }) => api.call(purchasesList, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One purchase with its main lesson and refunds, as it is when the dialog opens. */
export function usePurchase(id: number) {
  const api = useApi();
  return useQuery({
    queryKey: purchaseKeys.detail(id),
    queryFn: ({ signal }) => api.call(purchasesGet, { params: { id } }, { signal }),
    // Money may have gone back since it was last looked at.
    refetchOnMount: 'always',
  });
}

/** Everything the filters show, as a file. */
export function useExportPurchases() {
  const api = useApi();
  return (filters: PurchaseFilters) => api.download(purchasesExport, { query: filters });
}

/** Gives money of a purchase back. After a failure the purchase is read anew: the money may have gone all the same. */
export function useRefundPurchase(id: number, onRefunded: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useApiMutation({
    call: (body: RefundPayload) => api.call(purchasesRefund, { params: { purchaseId: String(id) }, body }),
    successMessage: messages.refund.success,
    failureMessage: messages.refund.failed,
    invalidates: [purchaseKeys.all],
    onSuccess: onRefunded,
    onError: () => {
      void queryClient.invalidateQueries({ queryKey: purchaseKeys.all });
      return false;
    },
  });
}
