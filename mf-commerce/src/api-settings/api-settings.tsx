import { isSessionEndError, useHeaderAction, userMessageOf } from '@khmer-learning/console-sdk';
import { toast, ViewBody } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { EndpointsCard } from './endpoints-card.tsx';
import { GenerateDialog, generationFailed } from './generate-dialog.tsx';
import { KeyCard } from './key-card.tsx';
import { QuickStartsCard } from './quick-starts-card.tsx';
import { RegisteredKeys } from './registered-keys.tsx';
import { SecurityTips } from './security-tips.tsx';
import { useApiKey } from './use-api-key.ts';

/** The API settings view (spec 2.16). */
export function ApiSettings() {
  const apiKey = useApiKey();
  const { generate, isGenerating, replacesOne } = apiKey;
  const [isRevealed, setRevealed] = useState(false);
  const [isAsking, setAsking] = useState(false);

  const start = () => {
    if (isGenerating) return;
    if (replacesOne) {
      setAsking(true);
      return;
    }
    generate().catch((error: unknown) => {
      // The end of the session has a dialog of its own.
      if (!isSessionEndError(error)) toast.error(userMessageOf(error, generationFailed));
    });
  };
  useHeaderAction(start);

  return (
    <ViewBody>
      <KeyCard apiKey={apiKey} isRevealed={isRevealed} onReveal={setRevealed} onGenerate={start} />
      <RegisteredKeys apiKey={apiKey} />
      <EndpointsCard />
      <QuickStartsCard apiKey={apiKey.key} isRevealed={isRevealed} />
      <SecurityTips />
      <GenerateDialog open={isAsking} onOpenChange={setAsking} onGenerate={generate} />
    </ViewBody>
  );
}
