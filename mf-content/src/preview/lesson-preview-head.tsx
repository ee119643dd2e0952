import { Badge, Inline, LevelBadge, Stack, Text } from '@khmer-learning/ui-kit';
import { LessonTypeIcon } from '../lesson-types/lesson-type-icon.tsx';
import type { PreviewedLesson } from './previewed-lesson.ts';

export function LessonPreviewHead({
  lessonType,
  description,
  level,
}: Pick<PreviewedLesson, 'lessonType' | 'description' | 'level'>) {
  return (
    <Inline gap={4} wrap={false}>
      <LessonTypeIcon type={lessonType} size="large" />
      <Stack gap={2}>
        {description === '' ? null : <Text muted>{description}</Text>}
        <Inline>
          {lessonType.title === '' ? null : <Badge>{lessonType.title}</Badge>}
          {level === '' ? null : <LevelBadge level={level} />}
        </Inline>
      </Stack>
    </Inline>
  );
}
