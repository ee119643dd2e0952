import { isSessionEndError, useHeaderAction, userMessageOf } from '@khmer-learning/console-sdk';
import { Card, ConfirmDialog, space, toast, ViewBody } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { message, useMessages } from '../messages/messages.ts';
import { ActiveApiKeys } from './active-api-keys.tsx';
import { ApiKeyCard } from './api-key-card.tsx';
import { ApiKeyUsageCard } from './api-key-usage-card.tsx';
import { EndpointsCard } from './endpoints-card.tsx';
import { QuickStartsCard } from './quick-starts-card.tsx';
import { ReviewParametersCard } from './review-parameters-card.tsx';
import { useOwnApiKey } from './use-own-api-key.ts';

export function ApiSettings() {
  const apiKey = useOwnApiKey();
  const { key, generate, isGenerating } = apiKey;
  const [isRevealed, setIsRevealed] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);

  const start = () => {
    if (isGenerating) return;
    if (key !== null) {
      setIsConfirming(true);
      return;
    }
    generate().catch((error: unknown) => {
      // A session-end error already opens its own dialog.
      if (!isSessionEndError(error))
        toast.error(userMessageOf(error, message('apiSettings.generationFailed')));
    });
  };
  useHeaderAction(start);

  return (
    <ViewBody>
      <ApiKeyCard apiKey={apiKey} isRevealed={isRevealed} onReveal={setIsRevealed} onGenerate={start} />
      <ActiveApiKeys apiKey={apiKey} />
      <ApiKeyUsageCard keys={apiKey.activeKeys.data ?? []} />
      <ReviewParametersCard />
      <EndpointsCard />
      <QuickStartsCard apiKey={apiKey.key} isRevealed={isRevealed} />
      <SecurityTips />
      <RegenerateKeyDialog open={isConfirming} onOpenChange={setIsConfirming} onGenerate={generate} />
    </ViewBody>
  );
}

interface RegenerateKeyDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onGenerate: () => Promise<unknown>;
}

function RegenerateKeyDialog({ open, onOpenChange, onGenerate }: RegenerateKeyDialogProps) {
  const t = useMessages();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('regenerateKeyDialog.title')}
      description={t('regenerateKeyDialog.description')}
      confirmLabel={t('action.regenerate')}
      confirmingLabel={t('action.generating')}
      dangerous
      onConfirm={onGenerate}
      describeError={(error) => userMessageOf(error, t('apiSettings.generationFailed'))}
    />
  );
}

const List = styled.ul`display: grid; gap: ${space(2)}; padding-left: ${space(5)};`;

const tips = [
  'securityTips.server',
  'securityTips.secretStore',
  'securityTips.https',
  'securityTips.regenerate',
  'securityTips.keyPerApp',
  'securityTips.quota',
] as const;

function SecurityTips() {
  const t = useMessages();
  return (
    <Card title={t('securityTips.title')}>
      <List>
        {tips.map((tip) => (
          <li key={tip}>{t(tip)}</li>
        ))}
      </List>
    </Card>
  );
}
