import { downloadBlob, isSessionEndError, userMessageOf } from '@khmer-learning/console-sdk';
import { Button, DownloadIcon, toast } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { type PurchaseFilters, useExportPurchases } from './purchases.api.ts';

/** Downloads all purchases that match the filters, not only the current page, as CSV. */
export function ExportPurchasesButton({ filters }: { filters: PurchaseFilters }) {
  const exportPurchases = useExportPurchases();
  const { mutate, isPending } = useMutation({
    mutationFn: exportPurchases,
    onSuccess: (file) => downloadBlob(file, 'purchase-history.csv'),
    onError: (error) => {
      // A session-end error already opens its own dialog.
      if (!isSessionEndError(error)) toast.error(userMessageOf(error, 'Failed to export purchase history'));
    },
  });
  return (
    <Button
      icon={<DownloadIcon aria-hidden="true" />}
      loading={isPending}
      loadingLabel="Exporting..."
      onClick={() => mutate(filters)}
    >
      Export CSV
    </Button>
  );
}
