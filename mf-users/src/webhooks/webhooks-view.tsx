import { EditButton, listErrorProps, RowMenu } from '@khmer-learning/console-kit';
import { useHeaderAction, userMessageOf } from '@khmer-learning/console-sdk';
import type { Webhook } from '@khmer-learning/contracts';
import {
  Badge,
  Card,
  type Column,
  ConfirmDialog,
  DataTable,
  DateText,
  EmptyState,
  LinkIcon,
  MenuItem,
  Stack,
  Text,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { message, useMessages } from '../messages/messages.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { Code, SecretDialog, WebhookForm } from './webhook-form.tsx';
import {
  useDeleteWebhook,
  useRotateSecret,
  useTestWebhook,
  useUpdateWebhook,
  useWebhooks,
} from './webhooks.api.ts';

const offTexts = {
  admin: 'webhooks.off',
  gone: 'webhooks.offGone',
  failures: 'webhooks.offFailures',
  waiting: 'webhooks.offWaiting',
} as const;

function WebhookState({ off, failingSince }: Pick<Webhook, 'off' | 'failingSince'>) {
  const t = useMessages();
  if (off) return <Badge tone={off.reason === 'admin' ? 'grey' : 'red'}>{t(offTexts[off.reason])}</Badge>;
  return failingSince === null ? (
    <Badge tone="green">{t('webhooks.on')}</Badge>
  ) : (
    <Badge tone="yellow">{t('webhooks.failing')}</Badge>
  );
}

const columns = (): readonly Column<Webhook>[] => [
  {
    id: 'webhook',
    header: message('webhooks.webhook'),
    main: true,
    cell: ({ description, address }) => (
      <Stack gap={1}>
        <Text strong>{description}</Text>
        <Code>{address}</Code>
      </Stack>
    ),
  },
  {
    id: 'events',
    header: message('field.events'),
    cell: ({ events }) => (
      <Text size="small" lines={2}>
        <Code>{events.join(', ')}</Code>
      </Text>
    ),
  },
  {
    id: 'state',
    header: message('field.state'),
    narrow: 'line',
    cell: ({ off, failingSince }) => <WebhookState off={off} failingSince={failingSince} />,
  },
  {
    id: 'created',
    header: message('field.created'),
    cell: ({ createdAt }) => <DateText at={createdAt} />,
  },
];

type Opened = { what: 'form' | 'deliveries' | 'rotation' | 'deletion'; webhook: Webhook };

/** The addresses that are told what happens, with what was sent to them. */
export function WebhooksView() {
  const t = useMessages();
  const { data, error, isFetching, refetch } = useWebhooks();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setOpened(null);
  const show = (what: Opened['what'], webhook: Webhook) => setOpened({ what, webhook });
  const update = useUpdateWebhook();
  const rotate = useRotateSecret(setSecret);
  const remove = useDeleteWebhook();
  const test = useTestWebhook((webhook) => show('deliveries', webhook));
  useHeaderAction(() => setCreating(true));
  const showSecret = (made: string) => {
    setCreating(false);
    setSecret(made);
  };

  return (
    <ViewBody>
      <Card flush>
        <DataTable
          caption={t('webhooks.caption')}
          columns={columns()}
          rows={data}
          rowKey={({ id }) => id}
          rowName={({ description }) => description}
          refreshing={isFetching}
          error={listErrorProps(t('webhooks.caption'), error, refetch)}
          empty={
            <EmptyState
              title={t('webhooks.empty')}
              hint={t('webhooks.emptyHint')}
              icon={<LinkIcon aria-hidden="true" />}
            />
          }
          skeletonRows={2}
          actions={(webhook) => (
            <>
              <EditButton name={webhook.description} onClick={() => show('form', webhook)} />
              <RowMenu
                name={webhook.description}
                loading={update.isPending || test.isPending}
                onDelete={() => show('deletion', webhook)}
              >
                <MenuItem onSelect={() => show('deliveries', webhook)}>{t('field.deliveries')}</MenuItem>
                {webhook.off ? null : (
                  <MenuItem onSelect={() => test.mutate(webhook)}>{t('webhooks.test')}</MenuItem>
                )}
                <MenuItem
                  onSelect={() => update.mutate({ id: webhook.id, body: { isOn: webhook.off !== null } })}
                >
                  {t(webhook.off ? 'webhooks.switchOn' : 'action.switchOff')}
                </MenuItem>
                <MenuItem onSelect={() => show('rotation', webhook)}>{t('webhooks.rotate')}</MenuItem>
              </RowMenu>
            </>
          )}
        />
      </Card>
      {isCreating ? (
        <WebhookForm webhook={null} onCreated={showSecret} onClose={() => setCreating(false)} />
      ) : null}
      {opened?.what === 'form' ? (
        <WebhookForm webhook={opened.webhook} onCreated={showSecret} onClose={close} />
      ) : null}
      {opened?.what === 'deliveries' ? <WebhookDeliveries webhook={opened.webhook} onClose={close} /> : null}
      <ConfirmDialog
        open={opened?.what === 'rotation'}
        onOpenChange={(open) => !open && close()}
        title={t('webhooks.rotateQuestion')}
        description={t('webhooks.rotateConsequence')}
        confirmLabel={t('webhooks.rotate')}
        confirmingLabel={t('webhooks.rotating')}
        onConfirm={async () => opened && rotate.mutateAsync(opened.webhook)}
        describeError={(failure) => userMessageOf(failure, t('webhooks.saveFailed'))}
      />
      <ConfirmDialog
        open={opened?.what === 'deletion'}
        onOpenChange={(open) => !open && close()}
        title={t('webhooks.deleteQuestion')}
        description={t('webhooks.deleteConsequence', { name: opened?.webhook.description ?? '' })}
        confirmLabel={t('webhooks.delete')}
        confirmingLabel={t('webhooks.deleting')}
        dangerous
        onConfirm={async () => opened && remove.mutateAsync(opened.webhook)}
        describeError={(failure) => userMessageOf(failure, t('webhooks.deleteFailed'))}
      />
      {secret === null ? null : <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </ViewBody>
  );
}
