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

/** Display label of a status. */
const contentStatusLabel = (status: ContentStatus): string =>
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

const recordingsLabels = {
  complete: 'lessonList.recordings.complete',
  missing: 'lessonList.recordings.missing',
  stale: 'lessonList.recordings.stale',
} as const satisfies Record<(typeof lessonRecordings)[number], string>;

/** What lessons have recordings of, for a filter. */
export const lessonRecordingsOptions = (): SelectOption[] =>
  lessonRecordings.map((value) => ({ value, label: message(recordingsLabels[value]) }));

const quizLabels = {
  none: 'lessonList.quiz.none',
  draft: 'lessonList.quiz.draft',
  active: 'lessonList.quiz.active',
} as const satisfies Record<(typeof lessonQuizzes)[number], string>;

/** What quizzes lessons have, for a filter. */
export const lessonQuizOptions = (): SelectOption[] =>
  lessonQuizzes.map((value) => ({ value, label: message(quizLabels[value]) }));
