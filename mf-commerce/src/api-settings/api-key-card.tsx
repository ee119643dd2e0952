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
import { useMessages } from '../messages/messages.ts';
import { Code, CodeLine, CopyButton, maskApiKey } from './code-line.tsx';
import type { OwnApiKey } from './use-own-api-key.ts';

interface ApiKeyCardProps {
  apiKey: OwnApiKey;
  isRevealed: boolean;
  onReveal: (isRevealed: boolean) => void;
  onGenerate: () => void;
}

/** The user's key in this browser, and the button that generates or regenerates it. */
export function ApiKeyCard({ apiKey, isRevealed, onReveal, onGenerate }: ApiKeyCardProps) {
  const t = useMessages();
  const { key, isGenerating } = apiKey;
  return (
    <Card
      title={t('apiKeyCard.title')}
      actions={
        <Button
          variant="primary"
          icon={<KeyRoundIcon aria-hidden="true" />}
          loading={isGenerating}
          loadingLabel={t('action.generating')}
          onClick={onGenerate}
        >
          {t(key === null ? 'apiKeyCard.generate' : 'action.regenerate')}
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
              label={t(isRevealed ? 'apiKeyCard.hide' : 'apiKeyCard.show')}
              icon={isRevealed ? <EyeOffIcon aria-hidden="true" /> : <EyeIcon aria-hidden="true" />}
              onClick={() => onReveal(!isRevealed)}
            />
            <CopyButton contentLabel={t('apiKeyCard.copied')} text={key} />
          </CodeLine>
        )}
        <Text size="small" muted>
          {t('apiKeyCard.hint')}
        </Text>
      </Stack>
    </Card>
  );
}

/** A notice if this browser has no key or its key no longer works. */
function ApiKeyNotice({ apiKey: { key, ownKeys, isKeyActive } }: { apiKey: OwnApiKey }) {
  const t = useMessages();
  if (isKeyActive === false) {
    return (
      <Callout tone="warning" title={t('apiKeyCard.notWorking')}>
        {t('apiKeyCard.notWorkingHint')}
      </Callout>
    );
  }
  if (key !== null) return null;
  const [ownKey] = ownKeys ?? [];
  if (ownKey !== undefined) {
    return (
      <Callout tone="info" title={t('apiKeyCard.notSaved')}>
        {t('apiKeyCard.notSavedHint', { prefix: ownKey.prefix })}
      </Callout>
    );
  }
  return ownKeys === undefined ? null : <Text muted>{t('apiKeyCard.none')}</Text>;
}
