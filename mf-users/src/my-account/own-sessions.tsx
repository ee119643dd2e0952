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
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { message, useMessages } from '../messages/messages.ts';
import { useAccountSessions, useSignOutSession } from './account.api.ts';
import { describeUserAgent } from './describe-user-agent.ts';

const proofTexts = {
  password: 'field.password',
  code: 'proof.code',
  recoveryCode: 'proof.recoveryCode',
  schoolAccount: 'proof.schoolAccount',
  passkey: 'proof.passkey',
} as const satisfies Record<NonNullable<AccountSession['proof']>, string>;

const columns = (): readonly Column<AccountSession>[] => [
  {
    id: 'browser',
    header: message('ownSessions.browser'),
    main: true,
    cell: ({ userAgent, isCurrent }) => (
      <Inline>
        <Text strong>{describeUserAgent(userAgent)}</Text>
        {isCurrent ? <Badge tone="green">{message('ownSessions.current')}</Badge> : null}
      </Inline>
    ),
  },
  {
    id: 'since',
    header: message('ownSessions.signedIn'),
    cell: ({ createdAt }) => <DateText at={createdAt} />,
  },
  {
    id: 'proof',
    header: message('ownSessions.proof'),
    cell: ({ proof }) => (proof === undefined ? '—' : message(proofTexts[proof])),
  },
  {
    id: 'used',
    header: message('ownSessions.lastOpened'),
    cell: ({ lastUsedAt }) => <DateText at={lastUsedAt} />,
  },
];

export function OwnSessions() {
  const t = useMessages();
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
      title={t('ownSessions.title')}
      actions={<Button onClick={() => setLeaving(true)}>{t('ownSessions.everywhere')}</Button>}
    >
      <DataTable
        caption={t('ownSessions.title')}
        columns={columns()}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ userAgent }) => describeUserAgent(userAgent)}
        refreshing={isFetching}
        error={listErrorProps(t('ownSessions.title'), error, refetch)}
        empty={<Text muted>{t('ownSessions.empty')}</Text>}
        actions={({ id, userAgent }) => (
          <Button
            size="small"
            aria-label={t('ownSessions.signOutOf', { name: describeUserAgent(userAgent) })}
            loading={signOut.isPending && signOut.variables === id}
            loadingLabel={t('ownSessions.signingOut')}
            onClick={() => signOut.mutate(id)}
          >
            {t('ownSessions.signOut')}
          </Button>
        )}
      />
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title={t('ownSessions.everywhereQuestion')}
        description={t('ownSessions.everywhereConsequence')}
        confirmLabel={t('ownSessions.everywhere')}
        confirmingLabel={t('ownSessions.signingOut')}
        onConfirm={() => signOut.mutateAsync('all')}
        describeError={() => translateServerMessage(messages.account.signOutFailed)}
      />
    </Card>
  );
}
