import {
  type ContentStatus,
  contentStatuses,
  type LessonLevel,
  lessonLevels,
  lessonQuizzes,
  lessonRecordings,
  pendingStatuses,
} from '@khmer-learning/contracts';
import type { SelectOption } from '@khmer-learning/ui-kit';
import { message } from '../messages/messages.ts';

const contentStatusLabel = (status: ContentStatus): string =>
  message(status === 'published' ? 'contentStatus.published' : 'contentStatus.draft');

export const statusFilters = [...contentStatuses, ...pendingStatuses] as const;

export const contentStatusOptions = (): SelectOption[] =>
  contentStatuses.map((status) => ({ value: status, label: contentStatusLabel(status) }));

export const lessonLevelLabel = (level: LessonLevel): string => message(`lessonLevel.${level}`);

export const lessonLevelOptions = (): SelectOption[] =>
  lessonLevels.map((level) => ({ value: level, label: lessonLevelLabel(level) }));

export const lessonRecordingsOptions = (): SelectOption[] =>
  lessonRecordings.map((value) => ({ value, label: message(`lessonList.recordings.${value}`) }));

export const lessonQuizOptions = (): SelectOption[] =>
  lessonQuizzes.map((value) => ({ value, label: message(`lessonList.quiz.${value}`) }));
