import type { Lesson, LessonLevel, Recording } from '@khmer-learning/contracts';
import { trimInvisible, type VocabularyEntry } from '@khmer-learning/khmer-text';
import { Badge, Inline, LevelBadge, Stack, Text } from '@khmer-learning/ui-kit';
import { LessonTypeIcon } from '../lesson-types/lesson-type-icon.tsx';

/** A lesson as learners see it. `level` is empty until one is selected. */
export interface PreviewedLesson extends Pick<Lesson, 'title' | 'description' | 'lessonType'> {
  level: LessonLevel | '';
  sections: readonly PreviewedSection[];
}

export interface LessonPreview {
  lesson: PreviewedLesson;
  /** What learners see now, when `lesson` is a working copy of it. */
  published?: PreviewedLesson | undefined;
  /** The id of the saved lesson, of which there can be links; absent while it is new. */
  savedId?: number | undefined;
}

export interface PreviewedSection {
  title: string;
  content: string;
  html?: string | null | undefined;
  recordings?: readonly Recording[] | undefined;
}

/** By what a preview finds the line that a vocabulary row edits. */
export const lineKey = ({ english, phonemic, khmer }: VocabularyEntry): string =>
  [english, phonemic, khmer].map(trimInvisible).join('\n');

export const unknownLessonType: Lesson['lessonType'] = {
  id: -1,
  title: '',
  icon: '',
  iconMode: 'raw',
  iconUrl: null,
};

/** What is above the sections of a lesson. */
export function LessonPreviewHead({ lesson }: { lesson: Omit<PreviewedLesson, 'title' | 'sections'> }) {
  const { lessonType, description, level } = lesson;
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
