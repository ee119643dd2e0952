import { listErrorProps, PublishStatus } from '@khmer-learning/console-kit';
import type { LessonSummary } from '@khmer-learning/contracts';
import { type Column, DataTable, Dialog, EmptyState, Inline, LevelBadge, Text } from '@khmer-learning/ui-kit';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LessonTypeIcon } from '../lesson-types/lesson-type-icon.tsx';
import { useLessonPreview } from '../preview/use-lesson-preview.tsx';
import { PreviewButton } from './preview-button.tsx';

const columns: readonly Column<LessonSummary>[] = [
  {
    id: 'lesson',
    header: 'Lesson',
    main: true,
    cell: (lesson) => (
      <Inline gap={3} wrap={false}>
        <LessonTypeIcon type={lesson.lessonType} />
        <Text strong lines={2}>
          {lesson.title}
        </Text>
      </Inline>
    ),
  },
  { id: 'level', header: 'Level', cell: ({ level }) => <LevelBadge level={level} /> },
  { id: 'status', header: 'Status', cell: (lesson) => <PublishStatus item={lesson} /> },
];

interface LessonsDialogProps {
  /** Title of the lessons' owner. */
  title: string;
  description?: string;
  lessons: UseQueryResult<readonly LessonSummary[]>;
  /** Details shown above the lessons. */
  children?: ReactNode;
  /** The audit log, shown below the lessons. */
  activity: ReactNode;
  onClose: () => void;
}

/** Lists the lessons that belong to an item. */
export function LessonsDialog({
  title,
  description,
  lessons,
  children,
  activity,
  onClose,
}: LessonsDialogProps) {
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
      <section aria-label={`Lessons of ${title}`}>
        <DataTable
          caption="Lessons"
          columns={columns}
          rows={lessons.data}
          rowKey={({ id }) => id}
          rowName={(lesson) => lesson.title}
          refreshing={lessons.isFetching}
          error={listErrorProps('Lessons', lessons.error, lessons.refetch)}
          empty={<EmptyState title="No lessons found" />}
          skeletonRows={3}
          actions={(lesson) => <PreviewButton lesson={lesson} preview={preview} />}
        />
      </section>
      {activity}
      {preview.dialog}
    </Dialog>
  );
}
