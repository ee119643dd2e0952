import { ItemAuditLog } from '@khmer-learning/console-sdk';
import type { LessonType } from '@khmer-learning/contracts';
import { space } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { LessonsDialog } from '../lessons/lessons-dialog.tsx';
import { LessonTypeIcon } from './lesson-type-icon.tsx';
import { useLessonsOfType } from './lesson-types.api.ts';

const Icon = styled.div`margin-bottom: ${space(4)};`;

/** The lessons of a lesson type. */
export function LessonTypeDialog({ type, onClose }: { type: LessonType; onClose: () => void }) {
  return (
    <LessonsDialog
      title={type.title}
      description="Lessons of this type"
      lessons={useLessonsOfType(type.id)}
      activity={<ItemAuditLog entity="lesson-type" entityId={type.id} />}
      onClose={onClose}
    >
      <Icon>
        <LessonTypeIcon type={type} size="large" />
      </Icon>
    </LessonsDialog>
  );
}
