import { isSessionEndError, useHeaderAction, userMessageOf } from '@khmer-learning/console-sdk';
import { Card, ConfirmDialog, space, toast, ViewBody } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { ActiveApiKeys } from './active-api-keys.tsx';
import { ApiKeyCard } from './api-key-card.tsx';
import { ApiKeyUsageCard } from './api-key-usage-card.tsx';
import { EndpointsCard } from './endpoints-card.tsx';
import { QuickStartsCard } from './quick-starts-card.tsx';
import { useOwnApiKey } from './use-own-api-key.ts';

/** The API settings view (spec 2.16). */
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
      if (!isSessionEndError(error)) toast.error(userMessageOf(error, generationFailedMessage));
    });
  };
  useHeaderAction(start);

  return (
    <ViewBody>
      <ApiKeyCard apiKey={apiKey} isRevealed={isRevealed} onReveal={setIsRevealed} onGenerate={start} />
      <ActiveApiKeys apiKey={apiKey} />
      <ApiKeyUsageCard keys={apiKey.activeKeys.data ?? []} />
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

/** Shown if a key cannot be generated and the server gives no message. */
const generationFailedMessage = 'Failed to generate API key';

/** Asks for confirmation before a new key replaces the current one. */
function RegenerateKeyDialog({ open, onOpenChange, onGenerate }: RegenerateKeyDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Regenerate the API key?"
      description="Your current key will stop working everywhere immediately. Every app that uses it needs the new key."
      confirmLabel="Regenerate"
      confirmingLabel="Generating..."
      dangerous
      onConfirm={onGenerate}
      describeError={(error) => userMessageOf(error, generationFailedMessage)}
    />
  );
}

const List = styled.ul`display: grid; gap: ${space(2)}; padding-left: ${space(5)};`;

function SecurityTips() {
  return (
    <Card title="Security Tips">
      <List>
        <li>
          Keep the key on your server if possible. Anyone who opens a web page or an app can extract a key
          from it.
        </li>
        <li>Read the key from an environment variable or a secret store. Never commit it.</li>
        <li>Always use HTTPS, except on your own machine.</li>
        <li>
          Regenerate the key if it may have been exposed. The old key stops working everywhere within a
          second.
        </li>
        <li>
          Create a key for each app, with an expiry and only the scopes that the app needs. Revoke keys that
          are no longer used.
        </li>
        <li>
          Each key has a quota, by default 6,000 calls per minute, and each learner or address a part of it,
          by default 120. After a 429 response, wait for the time in the Retry-After header.
        </li>
      </List>
    </Card>
  );
}
