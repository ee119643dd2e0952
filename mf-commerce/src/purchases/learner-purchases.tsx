import { formatCentsAsUsd, listErrorProps } from '@khmer-learning/console-kit';
import { type FormPanelProps, formatViewAddress } from '@khmer-learning/console-sdk';
import { maxPageSize, type PurchaseRow } from '@khmer-learning/contracts';
import {
  Button,
  type Column,
  DataTable,
  DateText,
  EmptyState,
  Stack,
  TextLink,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { message, useMessages } from '../messages/messages.ts';
import { PurchaseStatusBadges } from './payment-status-badge.tsx';
import { usePurchasePage } from './purchases.api.ts';

const step = 10;

const columns = (): readonly Column<PurchaseRow>[] => [
  {
    id: 'main-lesson',
    header: message('learnerPurchases.mainLesson'),
    main: true,
    cell: ({ id, mainLessonTitle, purchaseId }) => (
      <TextLink href={formatViewAddress({ view: 'purchase_history', list: undefined, item: id })}>
        {mainLessonTitle ?? purchaseId}
      </TextLink>
    ),
  },
  {
    id: 'date',
    header: message('purchaseList.date'),
    narrow: 'line',
    cell: ({ purchaseDate }) => <DateText at={purchaseDate} />,
  },
  {
    id: 'status',
    header: message('purchaseList.status'),
    narrow: 'line',
    cell: (purchase) => <PurchaseStatusBadges purchase={purchase} />,
  },
  {
    id: 'amount',
    header: message('purchaseList.amount'),
    narrow: 'line',
    align: 'end',
    cell: ({ purchaseAmount, refundedAmount }) => formatCentsAsUsd(purchaseAmount - refundedAmount),
  },
];

export function LearnerPurchases({ item }: FormPanelProps) {
  const t = useMessages();
  const [limit, setLimit] = useState(step);
  const page = usePurchasePage({ userId: String(item.id), limit: String(limit), offset: '0' });
  const hasMore = page.data !== undefined && page.data.total > limit && limit < maxPageSize;
  return (
    <Stack gap={3}>
      <DataTable
        caption={t('purchaseList.caption')}
        columns={columns()}
        rows={page.data?.data}
        rowKey={({ id }) => id}
        rowName={({ mainLessonTitle, purchaseId }) => mainLessonTitle ?? purchaseId}
        refreshing={page.isFetching}
        error={listErrorProps(t('purchaseList.caption'), page.error, page.refetch)}
        empty={<EmptyState title={t('purchaseList.empty')} />}
      />
      {hasMore ? (
        <div>
          <Button size="small" loading={page.isFetching} onClick={() => setLimit(limit + step)}>
            {t('learnerPurchases.more')}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}
