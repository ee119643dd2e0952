import { formatCentsAsUsd } from '@khmer-learning/console-kit';
import type { PurchaseDetail } from '@khmer-learning/contracts';
import { Badge, color, ImageIcon, Inline, radius, Stack, space, Text } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';

const Box = styled.section`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(4)};
  padding: ${space(4)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
`;

const Cover = styled.span`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: center;
  width: 8rem;
  aspect-ratio: 16 / 10;
  border-radius: ${radius.small};
  background: ${color('surfaceSunken')};
  color: ${color('textMuted')};
  overflow: hidden;
  & > img { width: 100%; height: 100%; object-fit: cover; }
`;

const LessonTexts = styled(Stack)`flex: 1 1 12rem;`;

/** Decorative, because the title is next to it. */
function CoverImage({ url }: { url: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <Cover>
      {hasFailed ? (
        <ImageIcon size={20} aria-hidden="true" />
      ) : (
        <img src={url} alt="" onError={() => setHasFailed(true)} />
      )}
    </Cover>
  );
}

/** The purchased main lesson in its current state; null if it was deleted after the purchase. */
export function PurchasedLesson({ lesson }: { lesson: PurchaseDetail['mainLesson'] }) {
  const t = useMessages();
  return (
    <Box aria-label={t('field.mainLesson')}>
      {lesson === null ? (
        <Text muted>{t('purchasedLesson.deleted')}</Text>
      ) : (
        <>
          <CoverImage url={lesson.imageCoverUrl} />
          <LessonTexts gap={1}>
            <Inline justify="between" gap={3}>
              <Text size="large" strong>
                {lesson.title}
              </Text>
              {lesson.free ? (
                <Badge tone="teal">{t('purchasedLesson.free')}</Badge>
              ) : (
                <Text as="span" strong>
                  {formatCentsAsUsd(lesson.price ?? 0)}
                </Text>
              )}
            </Inline>
            <Text muted>{lesson.description}</Text>
          </LessonTexts>
        </>
      )}
    </Box>
  );
}
