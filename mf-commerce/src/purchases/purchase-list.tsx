import {
  ClearFiltersButton,
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
import {
  failedPaymentsFilter,
  type Purchase,
  type PurchaseRow,
  paymentStatusFilters,
  pendingRefundsFilter,
  purchaseDateFilters,
  purchaseSorts,
} from '@khmer-learning/contracts';
import {
  Button,
  Card,
  type Column,
  DataTable,
  DateText,
  DownloadIcon,
  GiftIcon,
  SearchInput,
  Stack,
  Text,
  Toolbar,
  toast,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { message, useMessages } from '../messages/messages.ts';
import { PurchaseStatusBadges } from './payment-status-badge.tsx';
import { PurchaseDialog } from './purchase-dialog.tsx';
import { displayName, paymentStatusOptions, purchaseDateOptions, purchaseName } from './purchase-labels.ts';
import { type PurchaseFilters, useExportPurchases, usePurchasePage } from './purchases.api.ts';

const GrantAccessDialog = lazy(async () => ({
  default: (await import(/* webpackChunkName: "grant-access" */ './grant-access-dialog.tsx'))
    .GrantAccessDialog,
}));

const columns = (): readonly Column<PurchaseRow>[] => [
  {
    id: 'email',
    header: message('field.email'),
    main: true,
    sort: 'email',
    cell: ({ userEmail }) => (
      <Text strong style={{ overflowWrap: 'anywhere' }}>
        {userEmail}
      </Text>
    ),
    description: ({ mainLessonTitle }) => (
      <Text size="small" muted lines={1}>
        {mainLessonTitle}
      </Text>
    ),
  },
  {
    id: 'date',
    header: message('purchaseList.date'),
    sort: 'date',
    narrow: 'line',
    cell: ({ purchaseDate }) => <DateText at={purchaseDate} format="minute" />,
  },
  {
    id: 'method',
    header: message('purchaseList.method'),
    cell: ({ paymentMethod }) => displayName(paymentMethod),
  },
  {
    id: 'platform',
    header: message('purchaseList.platform'),
    cell: ({ platformType }) => displayName(platformType),
  },
  {
    id: 'status',
    header: message('purchaseList.status'),
    narrow: 'line',
    sort: 'status',
    nowrap: true,
    cell: (purchase) => <PurchaseStatusBadges purchase={purchase} />,
  },
  {
    id: 'amount',
    header: message('purchaseList.amount'),
    narrow: 'line',
    sort: 'amount',
    align: 'end',
    nowrap: true,
    cell: (purchase) => <PurchaseAmount purchase={purchase} />,
  },
];

function PurchaseAmount({ purchase: { purchaseAmount, refundedAmount } }: { purchase: Purchase }) {
  const t = useMessages();
  const paid = formatCentsAsUsd(purchaseAmount);
  if (refundedAmount === 0) return paid;
  return (
    <Stack gap={0} style={{ columnGap: '0.5em' }}>
      <span>{paid}</span>
      <Text size="small" muted>
        {t('purchaseList.left', { amount: formatCentsAsUsd(purchaseAmount - refundedAmount) })}
      </Text>
    </Stack>
  );
}

const toItem = (purchase: Purchase) => ({ id: purchase.id, name: purchaseName(purchase) });

export function PurchaseList() {
  const t = useMessages();
  const list = useListState(purchaseSorts, {
    payment_status: [...paymentStatusFilters, failedPaymentsFilter, pendingRefundsFilter],
    purchase_date: purchaseDateFilters,
  });
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
  const [isGranting, setGranting] = useState(false);

  return (
    <ViewBody>
      <Toolbar
        search={
          <SearchInput label={t('purchaseList.search')} value={list.search} onChange={list.setSearch} />
        }
        setFilters={Object.keys(list.filters).length}
        filters={
          <>
            <ListFilter
              list={list}
              name="payment_status"
              label={t('field.paymentStatus')}
              allLabel={t('purchaseList.allStatuses')}
              options={paymentStatusOptions(filters.payment_status)}
            />
            <ListFilter
              list={list}
              name="purchase_date"
              label={t('purchaseList.dateFilter')}
              allLabel={t('purchaseList.allDates')}
              options={purchaseDateOptions()}
            />
            <ClearFiltersButton list={list} rows={rows} />
          </>
        }
        actions={
          <>
            <RefreshButton query={page} />
            <ExportPurchasesButton filters={filters} />
            <Button icon={<GiftIcon aria-hidden="true" />} onClick={() => setGranting(true)}>
              {t('purchaseList.grant')}
            </Button>
          </>
        }
      />
      <Card flush>
        <DataTable
          caption={t('purchaseList.caption')}
          columns={[...columns(), ...addedColumns]}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ userEmail }) => userEmail}
          sorting={{ value: list.sort, onChange: list.setSort }}
          refreshing={page.isFetching}
          error={listErrorProps(t('purchaseList.caption'), page.error, page.refetch)}
          empty={
            <ListEmptyState
              title={t('purchaseList.empty')}
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
                tooltip={t('purchaseList.view')}
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
      <ListPagination list={list} rows={rows} total={page.data} itemsLabel={t('purchaseList.purchases')} />
      {openId === null ? null : <PurchaseDialog id={openId} onClose={() => setOpenId(null)} />}
      {isGranting ? (
        <Suspense fallback={null}>
          <GrantAccessDialog item={null} onClose={() => setGranting(false)} />
        </Suspense>
      ) : null}
    </ViewBody>
  );
}

/** Downloads all purchases that match the filters, not only the current page, as CSV. */
function ExportPurchasesButton({ filters }: { filters: PurchaseFilters }) {
  const t = useMessages();
  const exportPurchases = useExportPurchases();
  const { mutate, isPending } = useMutation({
    mutationFn: exportPurchases,
    onSuccess: (file) => downloadBlob(file, 'purchase-history.csv'),
    onError: (error) => {
      // A session-end error already opens its own dialog.
      if (!isSessionEndError(error)) toast.error(userMessageOf(error, message('purchaseList.exportFailed')));
    },
  });
  return (
    <Button
      icon={<DownloadIcon aria-hidden="true" />}
      loading={isPending}
      loadingLabel={t('purchaseList.exporting')}
      onClick={() => mutate(filters)}
    >
      {t('purchaseList.export')}
    </Button>
  );
}
