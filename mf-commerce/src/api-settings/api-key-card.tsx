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

/** The person's key in this browser, and the way to another. */
export function ApiKeyCard({ apiKey, isRevealed, onReveal, onGenerate }: ApiKeyCardProps) {
  const { key, activeKey, isGenerating } = apiKey;
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
          {key === null && activeKey === undefined ? 'Generate' : 'Regenerate'}
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
          Apps send it as the X-API-Key header. It opens published lessons and active quizzes, nothing else.
        </Text>
      </Stack>
    </Card>
  );
}

/** What is not as one would expect of the key in this browser. */
function ApiKeyNotice({ apiKey: { key, activeKey, isKeyActive, activeKeys } }: { apiKey: OwnApiKey }) {
  if (isKeyActive === false) {
    return (
      <Callout tone="warning" title="The key in this browser no longer works">
        It was revoked, or replaced from another browser. Regenerate it to get one that works.
      </Callout>
    );
  }
  if (key !== null) return null;
  if (activeKey !== undefined) {
    return (
      <Callout tone="info" title="You have a key that this browser does not know">
        {`It begins with ${activeKey.prefix} and works on. Only the browser that made a key can show it: copy it there, or regenerate it here, which ends the old one.`}
      </Callout>
    );
  }
  return activeKeys.data === undefined ? null : <Text muted>No API key generated yet.</Text>;
}
