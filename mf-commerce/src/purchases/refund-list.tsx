import { formatCentsAsUsd } from '@khmer-learning/console-kit';
import { userMessageOf } from '@khmer-learning/console-sdk';
import { messages, type PurchaseDetail, pendingRefundStatus } from '@khmer-learning/contracts';
import {
  Button,
  ConfirmDialog,
  color,
  DateText,
  Heading,
  Inline,
  Stack,
  space,
  Text,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { PaymentStatusBadge } from './payment-status-badge.tsx';
import { useWithdrawRefund } from './purchases.api.ts';

type Refund = PurchaseDetail['refunds'][number];

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;

  & > li { padding: ${space(2.5)} 0; border-top: 1px solid ${color('border')}; }
  & > li:first-child { border-top: 0; }
`;

/** The refunds with their reasons, newest first. A pending refund can be withdrawn until it is sent. */
export function RefundList({ purchase }: { purchase: PurchaseDetail }) {
  const t = useMessages();
  const [withdrawing, setWithdrawing] = useState<Refund | null>(null);
  const { mutateAsync } = useWithdrawRefund(purchase.id);
  const { refunds, userEmail } = purchase;
  if (refunds.length === 0) return null;
  const newestFirst = refunds.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  return (
    <Stack gap={1}>
      <Heading level={3} size="section">
        {t('refundList.title')}
      </Heading>
      {/* Safari removes the list role from a list without bullets. */}
      <List role="list">
        {newestFirst.map((refund) => (
          <li key={refund.id}>
            <Inline justify="between" gap={3}>
              <Text as="span" strong>
                {formatCentsAsUsd(refund.amount)}
              </Text>
              <Inline gap={3}>
                <PaymentStatusBadge status={refund.status.toLowerCase()} />
                <DateText at={refund.createdAt} format="minute" />
              </Inline>
            </Inline>
            {refund.reason === null ? null : (
              <Text size="small" muted>
                {refund.reason}
              </Text>
            )}
            {refund.status === pendingRefundStatus ? (
              <PendingRefund refund={refund} onWithdraw={() => setWithdrawing(refund)} />
            ) : null}
          </li>
        ))}
      </List>
      <ConfirmDialog
        open={withdrawing !== null}
        onOpenChange={(open) => !open && setWithdrawing(null)}
        title={t('refundList.withdrawQuestion')}
        description={t('refundList.withdrawConsequence', {
          amount: formatCentsAsUsd(withdrawing?.amount ?? 0),
          email: userEmail,
        })}
        confirmLabel={t('refundList.withdraw')}
        confirmingLabel={t('refundList.withdrawing')}
        dangerous
        onConfirm={async () => withdrawing !== null && mutateAsync(withdrawing.id)}
        describeError={(error) => userMessageOf(error, messages.refund.withdrawFailed)}
      />
    </Stack>
  );
}

function PendingRefund({ refund, onWithdraw }: { refund: Refund; onWithdraw: () => void }) {
  const t = useMessages();
  return (
    <Inline justify="between" gap={3}>
      <Text as="span" size="small" muted>
        {t(refund.canWithdraw ? 'refundList.notSent' : 'refundList.notConfirmed')}
      </Text>
      {refund.canWithdraw ? (
        <Button
          size="small"
          aria-label={t('refundList.withdrawAmount', { amount: formatCentsAsUsd(refund.amount) })}
          onClick={onWithdraw}
        >
          {t('refundList.withdraw')}
        </Button>
      ) : null}
    </Inline>
  );
}
