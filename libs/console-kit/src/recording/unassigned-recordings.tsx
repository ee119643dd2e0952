import { type Recording, uploadUrl } from '@khmer-learning/contracts';
import {
  Callout,
  IconButton,
  Inline,
  KhmerText,
  Stack,
  space,
  Text,
  TrashIcon,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { useOfferUndo } from '../undo/undo-history.tsx';
import { PlayButton } from './play-button.tsx';
import type { RecordingTarget } from './recording-uploads.tsx';

const List = styled(Stack)`max-height: 16rem; margin-top: ${space(2)}; overflow-y: auto;`;

interface UnassignedRecordingsProps {
  target: RecordingTarget;
  recordings: readonly Recording[];
}

/** The recordings of texts that are no longer there, to listen to and delete. Empty without any. */
export function UnassignedRecordings({ target, recordings }: UnassignedRecordingsProps) {
  const t = useMessages();
  const offerUndo = useOfferUndo();
  if (recordings.length === 0) return null;
  const remove = ({ file, language, text }: Recording) => {
    const isRemoved = (other: Recording) =>
      other.file === file && other.language === language && other.text === text;
    target.setRecordings(target.getRecordings().filter((other) => !isRemoved(other)));
    offerUndo(t('recordingDialog.deleted', { text }));
  };
  return (
    <Callout tone="warning" title={t('unassignedRecordings.title', { count: recordings.length })}>
      <Text size="small">{t('unassignedRecordings.text')}</Text>
      <List gap={1} role="list">
        {recordings.map((recording) => {
          const { file, language, text } = recording;
          return (
            <Inline key={`${language}-${file}-${text}`} justify="between" wrap={false} role="listitem">
              {language === 'km' ? <KhmerText>{text}</KhmerText> : <span>{text}</span>}
              <Inline gap={1} wrap={false}>
                <PlayButton url={uploadUrl(file)} label={t('recordingDialog.play', { text, language })} />
                <IconButton
                  size="small"
                  dangerous
                  label={t('unassignedRecordings.delete', { text })}
                  tooltip={t('action.deleteRecording')}
                  icon={<TrashIcon aria-hidden="true" />}
                  onClick={() => remove(recording)}
                />
              </Inline>
            </Inline>
          );
        })}
      </List>
    </Callout>
  );
}
