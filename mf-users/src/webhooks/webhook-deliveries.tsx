import { listErrorProps } from '@khmer-learning/console-kit';
import type { Webhook, WebhookDelivery, WebhookDeliveryDetails } from '@khmer-learning/contracts';
import {
  Badge,
  Button,
  type Column,
  color,
  DataTable,
  DateText,
  DescriptionList,
  Dialog,
  EmptyState,
  fontFamily,
  fontSize,
  formatNumber,
  Heading,
  InboxIcon,
  Inline,
  radius,
  Stack,
  space,
  Text,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { Loaded } from '../loaded.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { eventTexts } from './webhook-events.ts';
import { Code } from './webhook-form.tsx';
import { useDeliveries, useDelivery, useSendAgain } from './webhooks.api.ts';

const pageSize = 15;

const stateTones = { waiting: 'yellow', delivered: 'green', failed: 'red' } as const;
const stateTexts = {
  waiting: 'webhookDeliveries.waiting',
  delivered: 'webhookDeliveries.delivered',
  failed: 'webhookDeliveries.failed',
} as const;
const failureTexts = {
  address: 'webhookDeliveries.failedAddress',
  timeout: 'webhookDeliveries.failedTimeout',
  connection: 'webhookDeliveries.failedConnection',
} as const;

function StateBadge({ state, status }: Pick<WebhookDelivery, 'state' | 'status'>) {
  const t = useMessages();
  return (
    <Badge tone={stateTones[state]}>
      {status === null ? t(stateTexts[state]) : `${t(stateTexts[state])} · ${status}`}
    </Badge>
  );
}

const columns = (): readonly Column<WebhookDelivery>[] => [
  {
    id: 'type',
    header: message('webhookDeliveries.event'),
    main: true,
    cell: ({ type }) => <Code>{type}</Code>,
  },
  {
    id: 'state',
    header: message('field.state'),
    narrow: 'line',
    cell: ({ state, status }) => <StateBadge state={state} status={status} />,
  },
  {
    id: 'attempts',
    header: message('webhookDeliveries.attempts'),
    align: 'end',
    cell: ({ attempts }) => formatNumber(attempts),
  },
  {
    id: 'created',
    header: message('field.created'),
    cell: ({ createdAt }) => <DateText at={createdAt} format="minute" />,
  },
];

/** The deliveries of a webhook, the latest first. Opening one shows what was sent and answered. */
export function WebhookDeliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useMessages();
  const [offset, setOffset] = useState(0);
  const [opened, setOpened] = useState<string | null>(null);
  const { data, error, isFetching, isPlaceholderData, refetch } = useDeliveries(webhook.id, {
    limit: pageSize,
    offset,
  });
  const total = data?.total ?? 0;
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => !open && onClose()}
      title={t('field.deliveries')}
      description={webhook.description}
      footer={
        total > pageSize ? (
          <Inline>
            <Button disabled={offset === 0} onClick={() => setOffset(offset - pageSize)}>
              {t('webhookDeliveries.newer')}
            </Button>
            <Button disabled={offset + pageSize >= total} onClick={() => setOffset(offset + pageSize)}>
              {t('webhookDeliveries.older')}
            </Button>
          </Inline>
        ) : null
      }
    >
      <DataTable
        caption={t('field.deliveries')}
        columns={columns()}
        rows={data?.deliveries}
        rowKey={({ id }) => id}
        rowName={({ type }) => t(eventTexts[type])}
        refreshing={isFetching && isPlaceholderData}
        error={listErrorProps(t('field.deliveries'), error, refetch)}
        empty={
          <EmptyState
            title={t('webhookDeliveries.empty')}
            hint={t('webhookDeliveries.emptyHint')}
            icon={<InboxIcon aria-hidden="true" />}
          />
        }
        actions={({ id, type }) => (
          <Button
            size="small"
            aria-label={t('webhookDeliveries.openOf', { name: t(eventTexts[type]) })}
            onClick={() => setOpened(id)}
          >
            {t('webhookDeliveries.open')}
          </Button>
        )}
      />
      {opened === null ? null : (
        <DeliveryDialog webhook={webhook} id={opened} onClose={() => setOpened(null)} />
      )}
    </Dialog>
  );
}

const Block = styled.pre`
  max-height: 16rem;
  margin: 0;
  padding: ${space(3)};
  overflow: auto;
  border-radius: ${radius.medium};
  background: ${color('surfaceSunken')};
  font-family: ${fontFamily.code};
  font-size: ${fontSize.small};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

function DeliveryDialog({ webhook, id, onClose }: { webhook: Webhook; id: string; onClose: () => void }) {
  const t = useMessages();
  const delivery = useDelivery(webhook.id, id);
  const sendAgain = useSendAgain(webhook.id);
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => !open && onClose()}
      title={t('webhookDeliveries.one')}
      description={<Code>{id}</Code>}
      footer={
        webhook.off === null ? (
          <Button
            loading={sendAgain.isPending}
            loadingLabel={t('action.sending')}
            onClick={() => sendAgain.mutate(id)}
          >
            {t('webhookDeliveries.sendAgain')}
          </Button>
        ) : null
      }
    >
      <Loaded query={delivery} subject={t('webhookDeliveries.one')} height="16rem">
        {(details) => <DeliveryParts delivery={details} />}
      </Loaded>
    </Dialog>
  );
}

const timeItem = (term: string, at: string | null) =>
  at === null ? [] : [{ term, detail: <DateText at={at} format="minute" /> }];

function DeliveryParts({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const t = useMessages();
  const { attempt, attempts, body, lastAttemptAt, nextAttemptAt, state, status, type } = delivery;
  const headers = Object.entries(attempt?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return (
    <Stack gap={4}>
      <DescriptionList
        items={[
          { term: t('webhookDeliveries.event'), detail: <Code>{type}</Code> },
          { term: t('field.state'), detail: <StateBadge state={state} status={status} /> },
          { term: t('webhookDeliveries.attempts'), detail: formatNumber(attempts) },
          ...timeItem(t('webhookDeliveries.lastAttempt'), lastAttemptAt),
          ...timeItem(t('webhookDeliveries.nextAttempt'), nextAttemptAt),
          ...(attempt
            ? [
                {
                  term: t('webhookDeliveries.duration'),
                  detail: t('webhookDeliveries.milliseconds', { count: attempt.durationMs }),
                },
              ]
            : []),
        ]}
      />
      <Heading level={3} size="section">
        {t('webhookDeliveries.request')}
      </Heading>
      <Block tabIndex={0}>
        <code>{[...headers, '', body].join('\n').trimStart()}</code>
      </Block>
      {attempt ? (
        <>
          <Heading level={3} size="section">
            {t('webhookDeliveries.answer')}
          </Heading>
          {attempt.failure === null ? null : (
            <Text>
              {t(failureTexts[attempt.failure])}{' '}
              {attempt.detail === null ? null : <Code>{attempt.detail}</Code>}
            </Text>
          )}
          {attempt.answer === '' ? <Text muted>{t('webhookDeliveries.noAnswer')}</Text> : null}
          {attempt.answer ? (
            <Block tabIndex={0}>
              <code>{attempt.answer}</code>
            </Block>
          ) : null}
        </>
      ) : null}
    </Stack>
  );
}
