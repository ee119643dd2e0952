import { listErrorProps } from '@khmer-learning/console-kit';
import { userMessageOf } from '@khmer-learning/console-sdk';
import type { Passkey } from '@khmer-learning/contracts';
import {
  Button,
  Card,
  type Column,
  ConfirmDialog,
  DataTable,
  DateText,
  EmptyState,
  Inline,
  KeyRoundIcon,
  Text,
} from '@khmer-learning/ui-kit';
import { lazy, Suspense, useState } from 'react';
import { message, useMessages } from '../messages/messages.ts';
import { useRemovePasskey, useSecondFactor } from './second-factor.api.ts';
import { RecoveryCodes } from './second-factor-card.tsx';

const PasskeyDialog = lazy(() =>
  import(/* webpackChunkName: "passkey-dialog" */ './passkey-dialog.tsx').then((module) => ({
    default: module.PasskeyDialog,
  })),
);

const columns = (): readonly Column<Passkey>[] => [
  {
    id: 'name',
    header: message('field.name'),
    main: true,
    cell: ({ name }) => <Text strong>{name}</Text>,
  },
  { id: 'added', header: message('passkeys.added'), cell: ({ createdAt }) => <DateText at={createdAt} /> },
  {
    id: 'used',
    header: message('passkeys.used'),
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? message('passkeys.never') : <DateText at={lastUsedAt} />,
  },
];

/** Browsers have passkeys only on https and on this machine. */
const hasPasskeys = () => 'PublicKeyCredential' in window;

/** The own passkeys: added, renamed and removed. @param props.onChanged called after each of these */
export function PasskeysCard({ onChanged }: { onChanged?: () => unknown }) {
  const t = useMessages();
  const { data, error, isFetching, refetch } = useSecondFactor();
  const [named, setNamed] = useState<Passkey | 'new' | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const remove = useRemovePasskey();
  const isLast = data?.codesSince === null && data.passkeys.length === 1;
  return (
    <Card
      flush
      title={t('passkeys.title')}
      actions={
        hasPasskeys() ? (
          <Button icon={<KeyRoundIcon aria-hidden="true" />} onClick={() => setNamed('new')}>
            {t('action.addPasskey')}
          </Button>
        ) : null
      }
    >
      <DataTable
        caption={t('passkeys.title')}
        columns={columns()}
        rows={data?.passkeys}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        refreshing={isFetching}
        error={listErrorProps(t('passkeys.title'), error, refetch)}
        empty={
          <EmptyState
            title={t('passkeys.empty')}
            hint={t(hasPasskeys() ? 'passkeys.emptyHint' : 'passkeys.unsupported')}
            icon={<KeyRoundIcon aria-hidden="true" />}
          />
        }
        actions={(passkey) => (
          <Inline>
            <Button
              size="small"
              aria-label={t('passkeys.renameOf', { name: passkey.name })}
              onClick={() => setNamed(passkey)}
            >
              {t('passkeys.rename')}
            </Button>
            <Button
              size="small"
              aria-label={t('passkeys.removeOf', { name: passkey.name })}
              onClick={() => setRemoved(passkey)}
            >
              {t('passkeys.remove')}
            </Button>
          </Inline>
        )}
      />
      <Suspense>
        {named === null ? null : (
          <PasskeyDialog
            passkey={named === 'new' ? undefined : named}
            onClose={() => setNamed(null)}
            onDone={(codes) => {
              setNamed(null);
              setRecoveryCodes(codes ?? null);
              onChanged?.();
            }}
          />
        )}
        <RecoveryCodes codes={recoveryCodes} onClose={() => setRecoveryCodes(null)} />
      </Suspense>
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={(open) => !open && setRemoved(null)}
        title={t('passkeys.removeQuestion', { name: removed?.name ?? '' })}
        description={t(isLast ? 'secondFactor.removeConsequence' : 'passkeys.removeConsequence')}
        confirmLabel={t('passkeys.remove')}
        confirmingLabel={t('passkeys.removing')}
        onConfirm={async () => {
          if (removed !== null) await remove.mutateAsync(removed.id);
          onChanged?.();
        }}
        describeError={(failure) => userMessageOf(failure, t('secondFactor.failed'))}
      />
    </Card>
  );
}
