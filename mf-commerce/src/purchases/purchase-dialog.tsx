import { FormPanels, formatCentsAsUsd, ItemAuditLog, listErrorProps } from '@khmer-learning/console-kit';
import type { PurchaseDetail } from '@khmer-learning/contracts';
import {
  Button,
  DateText,
  DescriptionList,
  Dialog,
  ErrorPanel,
  FormField,
  Skeleton,
  Stack,
  TextInput,
  UndoIcon,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { PurchaseStatusBadges } from './payment-status-badge.tsx';
import { displayName, purchaseName } from './purchase-labels.ts';
import { PurchasedLesson } from './purchased-lesson.tsx';
import { usePurchase } from './purchases.api.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { RefundList } from './refund-list.tsx';
import { isRefundable } from './refundable.ts';

/** The details of a purchase: buyer, main lesson, payment and refunds. */
export function PurchaseDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useMessages();
  const purchase = usePurchase(id);
  const [isRefunding, setRefunding] = useState(false);
  const { data } = purchase;
  const failure =
    data === undefined
      ? listErrorProps(t('purchaseDialog.purchase'), purchase.error, purchase.refetch)
      : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('purchaseDialog.title')}
      footer={
        data !== undefined && isRefundable(data) ? (
          <Button icon={<UndoIcon aria-hidden="true" />} onClick={() => setRefunding(true)}>
            {t('purchaseDialog.refund')}
          </Button>
        ) : undefined
      }
    >
      {failure === undefined ? (
        <Details purchase={data} />
      ) : (
        <ErrorPanel {...failure} retrying={purchase.isFetching} />
      )}
      {data !== undefined && isRefunding ? (
        <RefundDialog purchase={data} onClose={() => setRefunding(false)} />
      ) : null}
    </Dialog>
  );
}

function Details({ purchase }: { purchase: PurchaseDetail | undefined }) {
  const t = useMessages();
  if (purchase === undefined) {
    return (
      <Stack gap={4} aria-busy="true">
        <Skeleton height="2.25rem" />
        <Skeleton height="7rem" />
        <Skeleton height="6rem" />
      </Stack>
    );
  }
  return (
    <>
      <Stack gap={5}>
        <FormField label={t('purchaseDialog.email')}>
          <TextInput type="email" value={purchase.userEmail} readOnly />
        </FormField>
        <PurchasedLesson lesson={purchase.mainLesson} />
        <DescriptionList
          items={[
            { term: t('purchaseDialog.status'), detail: <PurchaseStatusBadges purchase={purchase} /> },
            { term: t('purchaseDialog.amount'), detail: formatCentsAsUsd(purchase.purchaseAmount) },
            ...(purchase.refundedAmount === 0
              ? []
              : [{ term: t('purchaseDialog.refunded'), detail: formatCentsAsUsd(purchase.refundedAmount) }]),
            {
              term: t('purchaseDialog.purchased'),
              detail: <DateText at={purchase.purchaseDate} format="minute" />,
            },
            { term: t('purchaseDialog.method'), detail: displayName(purchase.paymentMethod) },
            { term: t('purchaseDialog.platform'), detail: displayName(purchase.platformType) },
            { term: t('purchaseDialog.orderId'), detail: purchase.purchaseId },
          ]}
        />
        <RefundList purchase={purchase} />
      </Stack>
      <FormPanels entity="purchase" item={{ id: purchase.id, name: purchaseName(purchase) }} />
      <ItemAuditLog entity="purchase" entityId={purchase.id} />
    </>
  );
}
