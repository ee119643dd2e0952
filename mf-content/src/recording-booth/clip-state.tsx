import { Badge, Inline, Text } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';
import type { PromptProgress } from './use-booth.ts';

const tones = { none: 'grey', uploading: 'greyBlue', failed: 'red', saved: 'green' } as const;

export function ClipState({ progress: { prompt, state, message } }: { progress: PromptProgress }) {
  const t = useMessages();
  return (
    <Inline gap={2} role="group" aria-label={prompt.text}>
      <Text as="span" lang={prompt.language}>
        {prompt.text}
      </Text>
      <Badge tone={tones[state]}>{t('clipState.state', { state })}</Badge>
      {message === null ? null : (
        <Text as="span" size="small" muted>
          {message}
        </Text>
      )}
    </Inline>
  );
}
