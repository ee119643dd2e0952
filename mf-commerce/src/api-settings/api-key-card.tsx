import {
  Button,
  Callout,
  Card,
  EyeIcon,
  EyeOffIcon,
  IconButton,
  KeyRoundIcon,
  Stack,
  Text,
} from '@khmer-learning/ui-kit';
import { Code, CodeLine } from './code-style.ts';
import { CopyButton } from './copy-button.tsx';
import { maskApiKey } from './mask-api-key.ts';
import type { OwnApiKey } from './use-own-api-key.ts';

interface ApiKeyCardProps {
  apiKey: OwnApiKey;
  isRevealed: boolean;
  onReveal: (isRevealed: boolean) => void;
  onGenerate: () => void;
}

/** The user's key in this browser, and the button that generates or regenerates it. */
export function ApiKeyCard({ apiKey, isRevealed, onReveal, onGenerate }: ApiKeyCardProps) {
  const { key, isGenerating } = apiKey;
  return (
    <Card
      title="API Key"
      actions={
        <Button
          variant="primary"
          icon={<KeyRoundIcon aria-hidden="true" />}
          loading={isGenerating}
          loadingLabel="Generating..."
          onClick={onGenerate}
        >
          {key === null ? 'Generate' : 'Regenerate'}
        </Button>
      }
    >
      <Stack gap={3}>
        <ApiKeyNotice apiKey={apiKey} />
        {key === null ? null : (
          <CodeLine>
            <Code>{isRevealed ? key : maskApiKey(key)}</Code>
            <IconButton
              size="small"
              label={isRevealed ? 'Hide API key' : 'Show API key'}
              icon={isRevealed ? <EyeOffIcon aria-hidden="true" /> : <EyeIcon aria-hidden="true" />}
              onClick={() => onReveal(!isRevealed)}
            />
            <CopyButton contentLabel="API key" text={key} />
          </CodeLine>
        )}
        <Text size="small" muted>
          Apps send this key in the X-API-Key header. It only gives access to published lessons and active
          quizzes.
        </Text>
      </Stack>
    </Card>
  );
}

/** A notice if this browser has no key or its key no longer works. */
function ApiKeyNotice({ apiKey: { key, ownKeys, isKeyActive } }: { apiKey: OwnApiKey }) {
  if (isKeyActive === false) {
    return (
      <Callout tone="warning" title="The key in this browser no longer works">
        It was revoked, or replaced from another tab. Regenerate it to get a working key.
      </Callout>
    );
  }
  if (key !== null) return null;
  const [ownKey] = ownKeys ?? [];
  if (ownKey !== undefined) {
    return (
      <Callout tone="info" title="Your API key is not saved in this browser">
        {`It starts with ${ownKey.prefix} and still works. Only the browser that generated a key can show it. Copy it from there, or generate another key for this browser.`}
      </Callout>
    );
  }
  return ownKeys === undefined ? null : <Text muted>No API key generated yet.</Text>;
}
