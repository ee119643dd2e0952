import { listError, NoRows, noFilter, useLastPage, useListState } from '@khmer-learning/console-sdk';
import { type Purchase, pageSize } from '@khmer-learning/contracts';
import {
  Button,
  Card,
  type Column,
  DataTable,
  DayText,
  EyeIcon,
  IconButton,
  Pagination,
  RefreshCwIcon,
  SearchInput,
  Select,
  Text,
  Toolbar,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { formatUsd } from '../money/usd.ts';
import { ExportButton } from './export-button.tsx';
import { PaymentBadge } from './payment-badge.tsx';
import { PurchaseDialog } from './purchase-dialog.tsx';
import { dateOptions, nameOf, statusOptions } from './purchase-words.ts';
import { usePurchasePage } from './purchases.api.ts';

const columns: readonly Column<Purchase>[] = [
  {
    id: 'email',
    header: 'Email',
    main: true,
    cell: ({ userEmail }) => (
      <Text strong style={{ overflowWrap: 'anywhere' }}>
        {userEmail}
      </Text>
    ),
  },
  { id: 'date', header: 'Purchase Date', cell: ({ purchaseDate }) => <DayText at={purchaseDate} /> },
  { id: 'method', header: 'Payment Method', cell: ({ paymentMethod }) => nameOf(paymentMethod) },
  { id: 'platform', header: 'Platform Type', cell: ({ platformType }) => nameOf(platformType) },
  {
    id: 'status',
    header: 'Payment Status',
    nowrap: true,
    cell: ({ paymentStatus }) => <PaymentBadge status={paymentStatus} />,
  },
  {
    id: 'amount',
    header: 'Purchase Amount',
    align: 'end',
    nowrap: true,
    cell: ({ purchaseAmount }) => formatUsd(purchaseAmount),
  },
];

/** The purchase history view (spec 2.13). */
export function PurchaseList() {
  const list = useListState();
  const filters = {
    search: list.search,
    payment_status: list.filterQuery('payment_status'),
    purchase_date: list.filterQuery('purchase_date'),
  };
  const page = usePurchasePage({ ...filters, offset: list.offset });
  const total = page.isPlaceholderData ? undefined : page.data?.total;
  const isPastTheEnd = useLastPage(list.offset, total, list.correctOffset);
  const rows = isPastTheEnd ? undefined : page.data?.data;
  const [openId, setOpenId] = useState<number | null>(null);

  return (
    <ViewBody>
      <Toolbar
        search={<SearchInput label="Search by email" value={list.search} onChange={list.setSearch} />}
        filters={
          <>
            <Select
              aria-label="Payment status"
              options={[{ value: noFilter, label: 'All statuses' }, ...statusOptions]}
              value={list.filter('payment_status')}
              onValueChange={(value) => list.setFilter('payment_status', value)}
            />
            <Select
              aria-label="Purchase date"
              options={[{ value: noFilter, label: 'All dates' }, ...dateOptions]}
              value={list.filter('purchase_date')}
              onValueChange={(value) => list.setFilter('purchase_date', value)}
            />
          </>
        }
        actions={
          <>
            <Button
              icon={<RefreshCwIcon aria-hidden="true" />}
              loading={page.isRefetching && !page.isPlaceholderData}
              onClick={() => void page.refetch()}
            >
              Refresh
            </Button>
            <ExportButton filters={filters} />
          </>
        }
      />
      <Card flush>
        <DataTable
          caption="Purchase history"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ userEmail }) => userEmail}
          refreshing={page.isFetching}
          error={listError('Purchase history', page.error, page.refetch)}
          empty={
            <NoRows title="No purchase history found" isNarrowed={list.isNarrowed} onClear={list.clear} />
          }
          actions={({ id, userEmail }) => (
            <IconButton
              size="small"
              label={`View the purchase of ${userEmail}`}
              tooltip="View detail"
              icon={<EyeIcon aria-hidden="true" />}
              onClick={() => setOpenId(id)}
            />
          )}
        />
      </Card>
      {rows !== undefined && rows.length > 0 && page.data !== undefined ? (
        <Pagination
          offset={list.offset}
          limit={pageSize}
          total={page.data.total}
          itemName="purchases"
          onOffsetChange={list.setOffset}
        />
      ) : null}
      {openId === null ? null : <PurchaseDialog id={openId} onClose={() => setOpenId(null)} />}
    </ViewBody>
  );
}
