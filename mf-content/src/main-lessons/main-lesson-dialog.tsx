import type { MainLesson } from '@khmer-learning/contracts';
import { Inline, StatusBadge, space } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { LessonsDialog } from '../lessons/lessons-dialog.tsx';
import { WholeCover } from './cover-image.tsx';
import { useLessonsOfMainLesson } from './main-lessons.api.ts';
import { PriceBadge } from './price-badge.tsx';

const Facts = styled(Inline)`margin-bottom: ${space(4)};`;

/** A main lesson and the lessons in it. */
export function MainLessonDialog({ lesson, onClose }: { lesson: MainLesson; onClose: () => void }) {
  return (
    <LessonsDialog
      title={lesson.title}
      description={lesson.description}
      lessons={useLessonsOfMainLesson(lesson.id)}
      onClose={onClose}
    >
      <Facts gap={3}>
        <WholeCover url={lesson.imageCoverUrl} />
        <StatusBadge status={lesson.status} />
        <PriceBadge lesson={lesson} />
      </Facts>
    </LessonsDialog>
  );
}
