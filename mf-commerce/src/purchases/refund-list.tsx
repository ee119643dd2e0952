import { formatCentsAsUsd } from '@khmer-learning/console-sdk';
import type { PurchaseDetail } from '@khmer-learning/contracts';
import { color, DateText, Heading, Inline, Stack, StatusBadge, space, Text } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { paymentStatusTone } from './purchase-labels.ts';

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;

  & > li { padding: ${space(2.5)} 0; border-top: 1px solid ${color('border')}; }
  & > li:first-child { border-top: 0; }
`;

/** The refunds with their reasons, newest first. */
export function RefundList({ refunds }: { refunds: PurchaseDetail['refunds'] }) {
  if (refunds.length === 0) return null;
  const newestFirst = refunds.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  return (
    <Stack gap={1}>
      <Heading level={3} size="section">
        Refunds
      </Heading>
      {/* Safari removes the list role from a list without bullets. */}
      <List role="list">
        {newestFirst.map(({ id, amount, reason, status, createdAt }) => (
          <li key={id}>
            <Inline justify="between" gap={3}>
              <Text as="span" strong>
                {formatCentsAsUsd(amount)}
              </Text>
              <Inline gap={3}>
                <StatusBadge status={status.toLowerCase()} tone={paymentStatusTone(status)} />
                <DateText at={createdAt} />
              </Inline>
            </Inline>
            {reason === null ? null : (
              <Text size="small" muted>
                {reason}
              </Text>
            )}
          </li>
        ))}
      </List>
    </Stack>
  );
}
