import { listErrorProps, PublishStatus } from '@khmer-learning/console-kit';
import { formatViewAddress } from '@khmer-learning/console-sdk';
import type { LessonSummary } from '@khmer-learning/contracts';
import { type Column, DataTable, Dialog, EmptyState, LevelBadge, Text } from '@khmer-learning/ui-kit';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LessonTypeIcon } from '../lesson-types/lesson-type-icon.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { useLessonPreview } from '../preview/use-lesson-preview.tsx';
import { PreviewButton } from './preview-button.tsx';

const columns = (): readonly Column<LessonSummary>[] => [
  {
    id: 'lesson',
    header: message('itemType.lessonCapital'),
    main: true,
    icon: ({ lessonType }) => <LessonTypeIcon type={lessonType} />,
    cell: ({ title }) => (
      <Text strong lines={2}>
        {title}
      </Text>
    ),
  },
  {
    id: 'level',
    header: message('field.level'),
    narrow: 'line',
    cell: ({ level }) => <LevelBadge level={level} />,
  },
  {
    id: 'status',
    header: message('field.status'),
    narrow: 'line',
    cell: (lesson) => <PublishStatus item={lesson} />,
  },
];

export function LessonsDialog({
  title,
  description,
  lessons,
  children,
  activity,
  onClose,
}: {
  title: string;
  description?: string;
  lessons: UseQueryResult<readonly LessonSummary[]>;
  children?: ReactNode;
  activity: ReactNode;
  onClose: () => void;
}) {
  const t = useMessages();
  const preview = useLessonPreview();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      size="large"
    >
      {children}
      <section aria-label={t('label.lessonsOf', { title })}>
        <DataTable
          caption={t('itemType.lessonsCapital')}
          columns={columns()}
          rows={lessons.data}
          rowKey={({ id }) => id}
          rowName={(lesson) => lesson.title}
          refreshing={lessons.isFetching}
          error={listErrorProps(t('itemType.lessonsCapital'), lessons.error, lessons.refetch)}
          empty={<EmptyState title={t('lessonList.empty')} />}
          skeletonRows={3}
          onOpen={({ id }) => preview.open({ id })}
          addressOf={({ id }) =>
            formatViewAddress({ view: 'lessons', list: undefined, item: id, dialog: 'preview' })
          }
          actions={(lesson) => <PreviewButton lesson={lesson} preview={preview} />}
        />
      </section>
      {activity}
      {preview.dialog}
    </Dialog>
  );
}
