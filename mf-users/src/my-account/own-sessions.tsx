import { listErrorProps } from '@khmer-learning/console-kit';
import { useSession } from '@khmer-learning/console-sdk';
import { type AccountSession, messages } from '@khmer-learning/contracts';
import {
  Badge,
  Button,
  Card,
  type Column,
  ConfirmDialog,
  DataTable,
  DateText,
  Inline,
  Text,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useAccountSessions, useSignOutSession } from './account.api.ts';
import { describeUserAgent } from './describe-user-agent.ts';

const columns: readonly Column<AccountSession>[] = [
  {
    id: 'browser',
    header: 'Browser',
    main: true,
    cell: ({ userAgent, isCurrent }) => (
      <Inline>
        <Text strong>{describeUserAgent(userAgent)}</Text>
        {isCurrent ? <Badge tone="green">This session</Badge> : null}
      </Inline>
    ),
  },
  { id: 'since', header: 'Signed In', cell: ({ createdAt }) => <DateText at={createdAt} /> },
  { id: 'used', header: 'Last Opened', cell: ({ lastUsedAt }) => <DateText at={lastUsedAt} /> },
];

/** The own sessions. Each can be ended, and all at once. */
export function OwnSessions() {
  const session = useSession();
  const { data, error, isFetching, refetch } = useAccountSessions();
  const [isLeaving, setLeaving] = useState(false);
  const rows = data?.sessions;
  const signOut = useSignOutSession((ended) => {
    const isOwn = ended === 'all' || rows?.some(({ id, isCurrent }) => id === ended && isCurrent);
    if (isOwn) void session.signOut(ended === 'all' ? { notice: messages.account.sessionsEnded } : {});
  });

  return (
    <Card
      flush
      title="Sessions"
      actions={<Button onClick={() => setLeaving(true)}>Sign out everywhere</Button>}
    >
      <DataTable
        caption="Sessions"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ userAgent }) => describeUserAgent(userAgent)}
        refreshing={isFetching}
        error={listErrorProps('Sessions', error, refetch)}
        empty={<Text muted>Sessions are listed from the next time you sign in.</Text>}
        actions={({ id, userAgent }) => (
          <Button
            size="small"
            aria-label={`Sign out ${describeUserAgent(userAgent)}`}
            loading={signOut.isPending && signOut.variables === id}
            loadingLabel="Signing out..."
            onClick={() => signOut.mutate(id)}
          >
            Sign out
          </Button>
        )}
      />
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title="Sign out everywhere?"
        description="Every browser and app in which you are signed in is signed out, this one too."
        confirmLabel="Sign out everywhere"
        confirmingLabel="Signing out..."
        onConfirm={async () => {
          await signOut.mutateAsync('all');
        }}
        describeError={() => messages.account.signOutFailed}
      />
    </Card>
  );
}
