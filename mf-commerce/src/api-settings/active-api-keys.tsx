import { EditButton, listErrorProps, RowMenu, useItemDialog } from '@khmer-learning/console-kit';
import { userMessageOf, useSession } from '@khmer-learning/console-sdk';
import type { ApiKey } from '@khmer-learning/contracts';
import {
  Badge,
  Button,
  Card,
  type Column,
  ConfirmDialog,
  DataTable,
  DateText,
  EmptyState,
  Inline,
  KeyRoundIcon,
  PlusIcon,
  Text,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { message, useMessages } from '../messages/messages.ts';
import { ApiKeyForm } from './api-key-form.tsx';
import { useRevokeApiKey } from './api-keys.api.ts';
import { Code } from './code-line.tsx';
import { scopeText } from './scope-labels.ts';
import type { OwnApiKey } from './use-own-api-key.ts';

function KeyOwner({ userId, userName }: Pick<ApiKey, 'userId' | 'userName'>) {
  const t = useMessages();
  const { user } = useSession();
  return userId === user.id ? <Badge tone="accent">{t('activeApiKeys.you')}</Badge> : <span>{userName}</span>;
}

const columns = (): readonly Column<ApiKey>[] => [
  {
    id: 'key',
    header: message('activeApiKeys.key'),
    main: true,
    cell: ({ name, prefix }) => (
      <Inline gap={1.5}>
        {name === null ? null : <Text as="span">{name}</Text>}
        <Code>{`${prefix}…`}</Code>
      </Inline>
    ),
  },
  {
    id: 'owner',
    header: message('activeApiKeys.owner'),
    narrow: 'line',
    cell: ({ userId, userName }) => <KeyOwner userId={userId} userName={userName} />,
  },
  {
    id: 'scopes',
    header: message('field.scopes'),
    narrow: 'line',
    cell: ({ scopes }) => scopeText(scopes),
  },
  {
    id: 'expires',
    header: message('activeApiKeys.expires'),
    cell: ({ expiresAt }) => <Expiry at={expiresAt} />,
  },
  {
    id: 'created',
    header: message('activeApiKeys.created'),
    cell: ({ createdAt }) => <DateText at={createdAt} />,
  },
  {
    id: 'last-used',
    header: message('activeApiKeys.lastUsed'),
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? (
        <Text as="span" size="small" muted>
          {message('activeApiKeys.neverUsed')}
        </Text>
      ) : (
        <DateText at={lastUsedAt} />
      ),
  },
];

/** The last day of a key: one that expires at midnight works until the end of the day before. */
function Expiry({ at }: { at: string | null }) {
  const t = useMessages();
  if (at === null)
    return (
      <Text as="span" size="small" muted>
        {t('activeApiKeys.neverExpires')}
      </Text>
    );
  return Date.parse(at) <= Date.now() ? (
    <Badge tone="red">{t('activeApiKeys.expired')}</Badge>
  ) : (
    <DateText at={new Date(Date.parse(at) - 1).toISOString()} format="day" />
  );
}

/** The active keys of all admins. The server returns only the prefix of each key. */
export function ActiveApiKeys({ apiKey }: { apiKey: OwnApiKey }) {
  const t = useMessages();
  const { activeKeys, activeKey, removeFromBrowser } = apiKey;
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const [isCreating, setCreating] = useState(false);
  const form = useItemDialog({
    itemType: t('activeApiKeys.itemType'),
    fetchItem: async (id) => {
      const { data } = await activeKeys.refetch({ throwOnError: true, cancelRefetch: false });
      return data?.find((key) => key.id === id) ?? null;
    },
  });
  const { mutateAsync } = useRevokeApiKey((key) => {
    if (key.id === activeKey?.id) removeFromBrowser();
  });
  return (
    <Card
      title={t('activeApiKeys.title')}
      flush
      actions={
        <Button icon={<PlusIcon aria-hidden="true" />} onClick={() => setCreating(true)}>
          {t('activeApiKeys.create')}
        </Button>
      }
    >
      <DataTable
        caption={t('activeApiKeys.caption')}
        columns={columns()}
        rows={activeKeys.data}
        rowKey={({ id }) => id}
        rowName={({ prefix }) => prefix}
        refreshing={activeKeys.isFetching}
        error={listErrorProps(t('activeApiKeys.caption'), activeKeys.error, activeKeys.refetch)}
        empty={
          <EmptyState
            title={t('activeApiKeys.empty')}
            hint={t('activeApiKeys.emptyHint')}
            icon={<KeyRoundIcon aria-hidden="true" />}
          />
        }
        skeletonRows={2}
        onOpen={form.show}
        addressOf={form.addressOf}
        actions={(key) => (
          <>
            <EditButton name={key.prefix} onClick={() => form.show(key)} />
            <RowMenu
              name={key.prefix}
              deleteLabel={t('activeApiKeys.revoke')}
              onDelete={() => setRevoking(key)}
            />
          </>
        )}
      />
      {isCreating ? <ApiKeyForm apiKey={null} onClose={() => setCreating(false)} /> : null}
      {form.item === null ? null : <ApiKeyForm apiKey={form.item} onClose={form.close} />}
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={(open) => !open && setRevoking(null)}
        title={t('activeApiKeys.revokeQuestion')}
        description={t.rich(
          'activeApiKeys.revokeConsequence',
          { key: (content) => <Code>{content}</Code> },
          { prefix: revoking?.prefix ?? '' },
        )}
        confirmLabel={t('activeApiKeys.revoke')}
        confirmingLabel={t('action.revoking')}
        dangerous
        onConfirm={async () => revoking !== null && mutateAsync(revoking)}
        describeError={(error) => userMessageOf(error, t('apiKeys.revokeFailed'))}
      />
    </Card>
  );
}
