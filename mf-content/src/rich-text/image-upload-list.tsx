import {
  Callout,
  CloseIcon,
  IconButton,
  Inline,
  ProgressBar,
  Stack,
  Text,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import type { ImageUpload } from './use-image-uploads.ts';

const Progress = styled.div`flex: 1 1 8rem;`;

interface ImageUploadListProps {
  uploads: readonly ImageUpload[];
  /** Cancels an upload, or dismisses a failed one. */
  onDismiss: (id: string) => void;
}

export function ImageUploadList({ uploads, onDismiss }: ImageUploadListProps) {
  const t = useMessages();
  if (uploads.length === 0) return null;
  return (
    <Stack gap={2}>
      {uploads.map(({ id, name, progress, failure }) =>
        failure === null ? (
          <Inline key={id} gap={2} wrap={false}>
            <Text size="small" lines={1}>
              {name}
            </Text>
            <Progress>
              <ProgressBar label={t('action.uploading', { name })} value={progress * 100} />
            </Progress>
            <IconButton
              size="small"
              label={t('imageUpload.cancel', { name })}
              tooltip={t('action.cancel')}
              icon={<CloseIcon aria-hidden="true" />}
              onClick={() => onDismiss(id)}
            />
          </Inline>
        ) : (
          <Callout key={id} tone="danger" announce>
            <Inline justify="between" wrap={false}>
              <span>{t('imageUpload.failed', { name, reason: translateServerMessage(failure) })}</span>
              <IconButton
                size="small"
                label={t('imageUpload.dismiss', { name })}
                tooltip={t('imageUpload.dismissTooltip')}
                icon={<CloseIcon aria-hidden="true" />}
                onClick={() => onDismiss(id)}
              />
            </Inline>
          </Callout>
        ),
      )}
    </Stack>
  );
}
