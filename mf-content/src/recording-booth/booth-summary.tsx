import { PlayButton } from '@khmer-learning/console-kit';
import {
  Button,
  Card,
  Heading,
  IconButton,
  Inline,
  MicIcon,
  Stack,
  space,
  Text,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { VirtualList, virtualizationThreshold } from '../lists/virtual-list.tsx';
import { useMessages } from '../messages/messages.ts';
import { ClipState } from './clip-state.tsx';
import type { Booth, PromptProgress } from './use-booth.ts';

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  list-style: none;
`;

export function BoothSummary({ booth, onClose }: { booth: Booth; onClose: () => void }) {
  const t = useMessages();
  const { progress, firstMissing } = booth;
  const countOf = (state: PromptProgress['state']) => progress.filter((one) => one.state === state).length;
  const [missing, uploading] = [countOf('none'), countOf('uploading')];
  const renderRow = (one: PromptProgress, index: number) => {
    const url = booth.urlOf(one.prompt);
    return (
      <Inline justify="between" gap={2}>
        <ClipState progress={one} />
        <Inline gap={1} wrap={false}>
          {url === null ? null : (
            <PlayButton
              url={url}
              label={t('boothSummary.play', { text: one.prompt.text, language: one.prompt.language })}
            />
          )}
          <IconButton
            size="small"
            label={t('boothSummary.record', { state: one.state, text: one.prompt.text })}
            icon={<MicIcon aria-hidden="true" />}
            onClick={() => booth.record(index)}
          />
        </Inline>
      </Inline>
    );
  };
  return (
    <Card>
      <Stack gap={4}>
        <Heading level={3}>
          {t('boothSummary.recorded', { count: progress.length - missing, total: progress.length })}
        </Heading>
        {uploading > 0 ? (
          <Text role="status">{t('boothSummary.uploading', { count: uploading })}</Text>
        ) : null}
        <Inline gap={2}>
          {firstMissing < 0 ? null : (
            <Button icon={<MicIcon aria-hidden="true" />} onClick={() => booth.record(firstMissing)}>
              {t('boothSummary.recordMissing', { count: missing })}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {t('boothSummary.done')}
          </Button>
        </Inline>
        {progress.length > virtualizationThreshold ? (
          <VirtualList
            entries={progress.map((one) => ({ ...one, key: one.prompt.key }))}
            renderRow={renderRow}
          />
        ) : (
          <List>
            {progress.map((one, index) => (
              <li key={one.prompt.key}>{renderRow(one, index)}</li>
            ))}
          </List>
        )}
      </Stack>
    </Card>
  );
}
