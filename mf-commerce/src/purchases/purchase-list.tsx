import {
  downloadBlob,
  formatCentsAsUsd,
  ListEmptyState,
  ListFilter,
  ListPagination,
  listErrorProps,
  RefreshButton,
  RowMenu,
  useListColumns,
  usePageRows,
  ViewButton,
} from '@khmer-learning/console-kit';
import {
  isSessionEndError,
  useAddressedItem,
  useListState,
  userMessageOf,
} from '@khmer-learning/console-sdk';
import { type Purchase, purchaseSorts } from '@khmer-learning/contracts';
import {
  Button,
  Card,
  type Column,
  DataTable,
  DateText,
  DownloadIcon,
  SearchInput,
  Text,
  Toolbar,
  toast,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { PurchaseStatusBadges } from './payment-status-badge.tsx';
import { PurchaseDialog } from './purchase-dialog.tsx';
import { displayName, paymentStatusOptions, purchaseDateOptions } from './purchase-labels.ts';
import { type PurchaseFilters, useExportPurchases, usePurchasePage } from './purchases.api.ts';

const columns: readonly Column<Purchase>[] = [
  {
    id: 'email',
    header: 'Email',
    main: true,
    sort: 'email',
    cell: ({ userEmail }) => (
      <Text strong style={{ overflowWrap: 'anywhere' }}>
        {userEmail}
      </Text>
    ),
  },
  {
    id: 'date',
    header: 'Purchase Date',
    sort: 'date',
    narrow: 'line',
    cell: ({ purchaseDate }) => <DateText at={purchaseDate} format="minute" />,
  },
  { id: 'method', header: 'Payment Method', cell: ({ paymentMethod }) => displayName(paymentMethod) },
  { id: 'platform', header: 'Platform Type', cell: ({ platformType }) => displayName(platformType) },
  {
    id: 'status',
    header: 'Payment Status',
    narrow: 'line',
    sort: 'status',
    nowrap: true,
    cell: (purchase) => <PurchaseStatusBadges purchase={purchase} />,
  },
  {
    id: 'amount',
    header: 'Purchase Amount',
    narrow: 'line',
    sort: 'amount',
    align: 'end',
    nowrap: true,
    cell: ({ purchaseAmount }) => formatCentsAsUsd(purchaseAmount),
  },
];

const toItem = ({ id, userEmail }: Purchase) => ({ id, name: `the purchase of ${userEmail}` });

/** The purchase history view (spec 2.13). */
export function PurchaseList() {
  const list = useListState(purchaseSorts);
  const filters = {
    search: list.search,
    payment_status: list.filterParam('payment_status'),
    purchase_date: list.filterParam('purchase_date'),
  };
  const page = usePurchasePage({
    ...filters,
    sort: list.sort ?? undefined,
    limit: list.limit,
    offset: list.offset,
  });
  const rows = usePageRows(list, page, ({ data }) => data);
  const addedColumns = useListColumns('purchase', rows, toItem);
  const [openId, setOpenId] = useState<number | null>(null);
  const addressOf = useAddressedItem(openId, setOpenId);

  return (
    <ViewBody>
      <Toolbar
        search={<SearchInput label="Search by email" value={list.search} onChange={list.setSearch} />}
        filters={
          <>
            <ListFilter
              list={list}
              name="payment_status"
              label="Payment status"
              allLabel="All statuses"
              options={paymentStatusOptions(filters.payment_status)}
            />
            <ListFilter
              list={list}
              name="purchase_date"
              label="Purchase date"
              allLabel="All dates"
              options={purchaseDateOptions}
            />
          </>
        }
        actions={
          <>
            <RefreshButton query={page} />
            <ExportPurchasesButton filters={filters} />
          </>
        }
      />
      <Card flush>
        <DataTable
          caption="Purchase history"
          columns={[...columns, ...addedColumns]}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ userEmail }) => userEmail}
          sorting={{ value: list.sort, onChange: list.setSort }}
          refreshing={page.isFetching}
          error={listErrorProps('Purchase history', page.error, page.refetch)}
          empty={
            <ListEmptyState
              title="No purchase history found"
              hasActiveFilters={list.hasActiveFilters}
              onClear={list.clearFilters}
            />
          }
          onOpen={({ id }) => setOpenId(id)}
          addressOf={addressOf}
          actions={(purchase) => (
            <>
              <ViewButton
                name={toItem(purchase).name}
                tooltip="View detail"
                onClick={() => setOpenId(purchase.id)}
              />
              <RowMenu
                name={toItem(purchase).name}
                extensions={{ entity: 'purchase', item: toItem(purchase) }}
              />
            </>
          )}
        />
      </Card>
      <ListPagination list={list} rows={rows} total={page.data} itemsLabel="purchases" />
      {openId === null ? null : <PurchaseDialog id={openId} onClose={() => setOpenId(null)} />}
    </ViewBody>
  );
}

/** Downloads all purchases that match the filters, not only the current page, as CSV. */
function ExportPurchasesButton({ filters }: { filters: PurchaseFilters }) {
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
