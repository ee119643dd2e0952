import { isSessionEndError, useHeaderAction, userMessageOf } from '@khmer-learning/console-sdk';
import { toast, ViewBody } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { ActiveApiKeys } from './active-api-keys.tsx';
import { ApiKeyCard } from './api-key-card.tsx';
import { EndpointsCard } from './endpoints-card.tsx';
import { QuickStartsCard } from './quick-starts-card.tsx';
import { generationFailedMessage, RegenerateKeyDialog } from './regenerate-key-dialog.tsx';
import { SecurityTips } from './security-tips.tsx';
import { useOwnApiKey } from './use-own-api-key.ts';

/** The API settings view (spec 2.16). */
export function ApiSettings() {
  const apiKey = useOwnApiKey();
  const { generate, isGenerating, willReplaceKey } = apiKey;
  const [isRevealed, setIsRevealed] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);

  const start = () => {
    if (isGenerating) return;
    if (willReplaceKey) {
      setIsConfirming(true);
      return;
    }
    generate().catch((error: unknown) => {
      // A session-end error already opens its own dialog.
      if (!isSessionEndError(error)) toast.error(userMessageOf(error, generationFailedMessage));
    });
  };
  useHeaderAction(start);

  return (
    <ViewBody>
      <ApiKeyCard apiKey={apiKey} isRevealed={isRevealed} onReveal={setIsRevealed} onGenerate={start} />
      <ActiveApiKeys apiKey={apiKey} />
      <EndpointsCard />
      <QuickStartsCard apiKey={apiKey.key} isRevealed={isRevealed} />
      <SecurityTips />
      <RegenerateKeyDialog open={isConfirming} onOpenChange={setIsConfirming} onGenerate={generate} />
    </ViewBody>
  );
}
