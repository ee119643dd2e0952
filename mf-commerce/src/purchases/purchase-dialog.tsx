import { FormPanels, formatCentsAsUsd, ItemAuditLog, listErrorProps } from '@khmer-learning/console-kit';
import { userMessageOf } from '@khmer-learning/console-sdk';
import { messages, type PurchaseDetail } from '@khmer-learning/contracts';
import {
  Button,
  ConfirmDialog,
  DateText,
  DescriptionList,
  Dialog,
  ErrorPanel,
  FormField,
  Skeleton,
  Stack,
  TextArea,
  TextInput,
  UndoIcon,
  UserXIcon,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { message, useMessages } from '../messages/messages.ts';
import { PurchaseStatusBadges } from './payment-status-badge.tsx';
import { displayName, purchaseName } from './purchase-labels.ts';
import { PurchasedLesson } from './purchased-lesson.tsx';
import { usePurchase, useRevokeAccess } from './purchases.api.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { RefundList } from './refund-list.tsx';
import { isRefundable } from './refundable.ts';

export function PurchaseDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useMessages();
  const purchase = usePurchase(id);
  const [isRefunding, setRefunding] = useState(false);
  const [isRevoking, setRevoking] = useState(false);
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
            {t('action.refund')}
          </Button>
        ) : data?.grant && data.paymentStatus === 'completed' ? (
          <Button icon={<UserXIcon aria-hidden="true" />} onClick={() => setRevoking(true)}>
            {t('action.revokeAccess')}
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
      {data !== undefined && isRevoking ? (
        <RevokeDialog purchase={data} onClose={() => setRevoking(false)} />
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
        <FormField label={t('field.email')}>
          <TextInput type="email" value={purchase.userEmail} readOnly />
        </FormField>
        <PurchasedLesson lesson={purchase.mainLesson} />
        <DescriptionList
          items={[
            { term: t('field.paymentStatus'), detail: <PurchaseStatusBadges purchase={purchase} /> },
            ...(purchase.grant ? grantItems(purchase, purchase.grant) : paymentItems(purchase)),
          ]}
        />
        <RefundList purchase={purchase} />
      </Stack>
      <FormPanels entity="purchase" item={{ id: purchase.id, name: purchaseName(purchase) }} />
      <ItemAuditLog entity="purchase" entityId={purchase.id} />
    </>
  );
}

const paymentItems = (purchase: PurchaseDetail) => [
  { term: message('purchaseDialog.amount'), detail: formatCentsAsUsd(purchase.purchaseAmount) },
  ...(purchase.refundedAmount === 0
    ? []
    : [{ term: message('purchaseDialog.refunded'), detail: formatCentsAsUsd(purchase.refundedAmount) }]),
  {
    term: message('purchaseDialog.purchased'),
    detail: <DateText at={purchase.purchaseDate} format="minute" />,
  },
  { term: message('purchaseDialog.method'), detail: displayName(purchase.paymentMethod) },
  { term: message('purchaseDialog.platform'), detail: displayName(purchase.platformType) },
  { term: message('purchaseDialog.orderId'), detail: purchase.purchaseId },
];

const grantItems = (
  { purchaseDate, accessEndsAt }: PurchaseDetail,
  { reason, grantedBy, revocationReason }: NonNullable<PurchaseDetail['grant']>,
) => [
  { term: message('field.reason'), detail: reason },
  {
    term: message('purchaseDialog.grantedBy'),
    detail: grantedBy ?? message('purchaseDialog.deletedAccount'),
  },
  { term: message('purchaseDialog.granted'), detail: <DateText at={purchaseDate} format="minute" /> },
  {
    term: message('purchaseDialog.accessEnds'),
    detail:
      accessEndsAt === undefined ? (
        message('purchaseDialog.neverEnds')
      ) : (
        <DateText at={accessEndsAt} format="minute" />
      ),
  },
  ...(revocationReason === undefined
    ? []
    : [{ term: message('purchaseDialog.revocationReason'), detail: revocationReason }]),
];

function RevokeDialog({ purchase, onClose }: { purchase: PurchaseDetail; onClose: () => void }) {
  const t = useMessages();
  const [reason, setReason] = useState('');
  const { mutateAsync } = useRevokeAccess(purchase.id);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('revokeDialog.question')}
      description={t('revokeDialog.consequence', { email: purchase.userEmail })}
      confirmLabel={t('action.revokeAccess')}
      confirmingLabel={t('action.revoking')}
      dangerous
      onConfirm={() => mutateAsync(reason.trim() === '' ? {} : { reason: reason.trim() })}
      describeError={(error) => userMessageOf(error, messages.grant.revokeFailed)}
    >
      <FormField label={t('field.reason')}>
        <TextArea value={reason} maxLength={255} onChange={({ target }) => setReason(target.value)} />
      </FormField>
    </ConfirmDialog>
  );
}
