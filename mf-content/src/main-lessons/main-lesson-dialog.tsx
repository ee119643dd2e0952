import { ItemAuditLog, PublishStatus } from '@khmer-learning/console-kit';
import { useApi } from '@khmer-learning/console-sdk';
import { type LessonSummary, lessons as lessonEndpoints, type MainLesson } from '@khmer-learning/contracts';
import { Dialog, Inline, LevelBadge, space, Text } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { LessonTypeIcon } from '../lesson-types/lesson-type-icon.tsx';
import { PreviewButton } from '../lessons/preview-button.tsx';
import { useMessages } from '../messages/messages.ts';
import { useLessonPreview } from '../preview/use-lesson-preview.tsx';
import { SortableList } from '../reorder/sortable-list.tsx';
import { useReorder } from '../reorder/use-reorder.ts';
import { FullCoverImage } from './cover-image.tsx';
import { lessonsOfMainLessonQueryKey, useLessonsOfMainLesson } from './main-lessons.api.ts';
import { PriceBadge } from './price-badge.tsx';

const Facts = styled(Inline)`margin-bottom: ${space(4)};`;

export function MainLessonDialog({ lesson, onClose }: { lesson: MainLesson; onClose: () => void }) {
  const t = useMessages();
  const api = useApi();
  const preview = useLessonPreview();
  const lessons = useLessonsOfMainLesson(lesson.id);
  const { items, move } = useReorder({
    items: lessons.data,
    queryKey: lessonsOfMainLessonQueryKey(lesson.id),
    call: (id, afterId) => api.call(lessonEndpoints.move, { params: { id }, body: { afterId } }),
    failure: t('mainLessonDialog.moveFailed'),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={lesson.title}
      description={lesson.description}
      size="large"
    >
      <Facts gap={3}>
        <FullCoverImage url={lesson.imageCoverUrl} />
        <PublishStatus item={lesson} />
        <PriceBadge lesson={lesson} />
      </Facts>
      <section aria-label={t('label.lessonsOf', { title: lesson.title })}>
        <SortableList
          label={t('itemType.lessonsCapital')}
          instructions={t('mainLessonDialog.dragInstructions')}
          loadingLabel={t('mainLessonDialog.loading')}
          subject={t('itemType.lessonsCapital')}
          emptyTitle={t('lessonList.empty')}
          items={items}
          query={lessons}
          onMove={move}
          renderItem={(item) => <LessonRowContent lesson={item} />}
          actions={(item) => <PreviewButton lesson={item} preview={preview} />}
        />
      </section>
      <ItemAuditLog entity="main-lesson" entityId={lesson.id} />
      {preview.dialog}
    </Dialog>
  );
}

function LessonRowContent({ lesson }: { lesson: LessonSummary }) {
  return (
    <Inline gap={2} justify="between">
      <Inline gap={3} wrap={false}>
        <LessonTypeIcon type={lesson.lessonType} />
        <Text strong lines={2}>
          {lesson.title}
        </Text>
      </Inline>
      <Inline gap={2}>
        <LevelBadge level={lesson.level} />
        <PublishStatus item={lesson} />
      </Inline>
    </Inline>
  );
}
