import { listErrorProps, userMessageOf, useSession } from '@khmer-learning/console-sdk';
import type { ApiKey } from '@khmer-learning/contracts';
import {
  Badge,
  Card,
  type Column,
  ConfirmDialog,
  DataTable,
  DateText,
  EmptyState,
  IconButton,
  KeyRoundIcon,
  Text,
  TrashIcon,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useRevokeApiKey } from './api-keys.api.ts';
import { Code } from './code-style.ts';
import type { OwnApiKey } from './use-own-api-key.ts';

function KeyOwner({ userId, userName }: Pick<ApiKey, 'userId' | 'userName'>) {
  const { user } = useSession();
  return userId === user.id ? <Badge tone="accent">You</Badge> : <span>{userName}</span>;
}

const columns: readonly Column<ApiKey>[] = [
  {
    id: 'key',
    header: 'Key',
    main: true,
    cell: ({ prefix }) => <Code>{`${prefix}…`}</Code>,
  },
  {
    id: 'owner',
    header: 'Owner',
    cell: ({ userId, userName }) => <KeyOwner userId={userId} userName={userName} />,
  },
  { id: 'created', header: 'Created', cell: ({ createdAt }) => <DateText at={createdAt} /> },
  {
    id: 'last-used',
    header: 'Last Used',
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? (
        <Text as="span" size="small" muted>
          Never
        </Text>
      ) : (
        <DateText at={lastUsedAt} />
      ),
  },
];

/** The active keys of all admins. The server returns only the prefix of each key. */
export function ActiveApiKeys({ apiKey: { activeKeys, removeFromBrowser } }: { apiKey: OwnApiKey }) {
  const { user } = useSession();
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const { mutateAsync } = useRevokeApiKey((key) => {
    if (key.userId === user.id) removeFromBrowser();
  });
  return (
    <Card title="Active Keys" flush>
      <DataTable
        caption="Active keys"
        columns={columns}
        rows={activeKeys.data}
        rowKey={({ id }) => id}
        rowName={({ prefix }) => prefix}
        refreshing={activeKeys.isFetching}
        error={listErrorProps('Active keys', activeKeys.error, activeKeys.refetch)}
        empty={
          <EmptyState
            title="No active keys"
            hint="Apps cannot use the public API until a key is generated."
            icon={<KeyRoundIcon aria-hidden="true" />}
          />
        }
        skeletonRows={2}
        actions={(key) => (
          <IconButton
            size="small"
            label={`Revoke ${key.prefix}`}
            tooltip="Revoke"
            dangerous
            icon={<TrashIcon aria-hidden="true" />}
            onClick={() => setRevoking(key)}
          />
        )}
      />
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={(open) => !open && setRevoking(null)}
        title="Revoke this API key?"
        description={
          <>
            <Code>{`${revoking?.prefix}…`}</Code> will stop working everywhere immediately. This action cannot
            be undone.
          </>
        }
        confirmLabel="Revoke"
        confirmingLabel="Revoking..."
        dangerous
        onConfirm={async () => revoking !== null && mutateAsync(revoking)}
        describeError={(error) => userMessageOf(error, 'Failed to revoke API key')}
      />
    </Card>
  );
}
