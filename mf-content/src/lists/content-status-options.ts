import {
  type ContentStatus,
  contentStatuses,
  type LessonLevel,
  lessonLevels,
  pendingStatuses,
} from '@khmer-learning/contracts';
import type { SelectOption } from '@khmer-learning/ui-kit';
import { message } from '../messages/messages.ts';

/** Display label of a status. */
export const contentStatusLabel = (status: ContentStatus): string =>
  message(status === 'published' ? 'contentStatus.published' : 'contentStatus.draft');

/** The values of the status filter of lessons and main lessons. */
export const statusFilters = [...contentStatuses, ...pendingStatuses] as const;

/** The statuses of lessons and main lessons, for a filter. */
export const contentStatusOptions = (): SelectOption[] =>
  contentStatuses.map((status) => ({ value: status, label: contentStatusLabel(status) }));

const levelLabels = {
  Beginner: 'lessonLevel.beginner',
  Intermediate: 'lessonLevel.intermediate',
  Advanced: 'lessonLevel.advanced',
} as const satisfies Record<LessonLevel, string>;

/** Display label of a level. */
export const lessonLevelLabel = (level: LessonLevel): string => message(levelLabels[level]);

/** The levels of the filter and the form of lessons. */
export const lessonLevelOptions = (): SelectOption[] =>
  lessonLevels.map((level) => ({ value: level, label: lessonLevelLabel(level) }));
