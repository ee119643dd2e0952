import { userMessageOf } from '@khmer-learning/console-sdk';
import type { SecondFactor } from '@khmer-learning/contracts';
import { Badge, Button, Card, ConfirmDialog, DateText, Inline, Stack, Text } from '@khmer-learning/ui-kit';
import { lazy, Suspense, useState } from 'react';
import { Loaded } from '../loaded.tsx';
import { useMessages } from '../messages/messages.ts';
import {
  useBeginCodes,
  useRemoveCodes,
  useRenewRecoveryCodes,
  useSecondFactor,
} from './second-factor.api.ts';

const CodesDialog = lazy(() =>
  import(/* webpackChunkName: "codes-dialog" */ './codes-dialog.tsx').then((module) => ({
    default: module.CodesDialog,
  })),
);
const RecoveryCodesDialog = lazy(() =>
  import(/* webpackChunkName: "codes-dialog" */ './recovery-codes-dialog.tsx').then((module) => ({
    default: module.RecoveryCodesDialog,
  })),
);

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  return codes === null ? null : <RecoveryCodesDialog codes={codes} onClose={onClose} />;
}

/** What is asked for besides the own password: set up, changed and switched off. @param props.onChanged called after each of these */
export function SecondFactorCard({ onChanged }: { onChanged?: () => unknown }) {
  const t = useMessages();
  const query = useSecondFactor();
  return (
    <Card title={t('secondFactor.title')}>
      <Loaded query={query} subject={t('secondFactor.title')} height="3rem">
        {(secondFactor) => <Codes secondFactor={secondFactor} onChanged={onChanged} />}
      </Loaded>
    </Card>
  );
}

interface CodesProps {
  secondFactor: SecondFactor;
  onChanged: (() => unknown) | undefined;
}

function Codes({ secondFactor, onChanged }: CodesProps) {
  const t = useMessages();
  const { codesSince, passkeys, recoveryCodesLeft } = secondFactor;
  const hasPasskeys = passkeys.length > 0;
  const [shown, setShown] = useState<{ secret: string; uri: string } | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const begin = useBeginCodes(setShown);
  const renew = useRenewRecoveryCodes(setRecoveryCodes);
  const remove = useRemoveCodes();
  return (
    <>
      <Stack gap={4}>
        {codesSince === null ? (
          <Inline justify="between">
            <Text muted>{t(hasPasskeys ? 'secondFactor.noCodes' : 'secondFactor.off')}</Text>
            <Button loading={begin.isPending} onClick={() => begin.mutate()}>
              {t('action.setUpCodes')}
            </Button>
          </Inline>
        ) : (
          <Inline>
            <Badge tone="green">{t('secondFactor.on')}</Badge>
            <Text>{t.rich('secondFactor.since', { time: () => <DateText at={codesSince} /> })}</Text>
            <Button loading={begin.isPending} onClick={() => begin.mutate()}>
              {t('secondFactor.change')}
            </Button>
            <Button onClick={() => setRemoving(true)}>{t('action.switchOff')}</Button>
          </Inline>
        )}
        {codesSince !== null || hasPasskeys ? (
          <Inline justify="between">
            <Text muted>{t('secondFactor.left', { count: recoveryCodesLeft })}</Text>
            <Button loading={renew.isPending} onClick={() => renew.mutate()}>
              {t('secondFactor.renew')}
            </Button>
          </Inline>
        ) : null}
      </Stack>
      <Suspense>
        {shown === null ? null : (
          <CodesDialog
            shown={shown}
            onClose={() => setShown(null)}
            onConfirmed={(codes) => {
              setShown(null);
              setRecoveryCodes(codes);
              onChanged?.();
            }}
          />
        )}
        <RecoveryCodes codes={recoveryCodes} onClose={() => setRecoveryCodes(null)} />
      </Suspense>
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={t('secondFactor.removeQuestion')}
        description={t(hasPasskeys ? 'secondFactor.passkeysStay' : 'secondFactor.removeConsequence')}
        confirmLabel={t('action.switchOff')}
        confirmingLabel={t('secondFactor.removing')}
        onConfirm={async () => {
          await remove.mutateAsync();
          onChanged?.();
        }}
        describeError={(error) => userMessageOf(error, t('secondFactor.failed'))}
      />
    </>
  );
}
