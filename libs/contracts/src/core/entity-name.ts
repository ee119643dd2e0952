import type { purchaseEvent } from '../commerce/purchase.ts';
import type { lessonEvent } from '../content/lesson.ts';
import type { lessonTypeEvent } from '../content/lesson-type.ts';
import type { mainLessonEvent } from '../content/main-lesson.ts';
import type { quizEvent } from '../quizzes/quiz.ts';
import type { privacyPolicyEvent } from '../users/privacy-policy.ts';
import type { apiKeyEvent, userEvent } from '../users/users.events.ts';

/** The name of an entity that users edit, as in its events and in the audit log. */
export type EntityName = (
  | typeof apiKeyEvent
  | typeof lessonEvent
  | typeof lessonTypeEvent
  | typeof mainLessonEvent
  | typeof privacyPolicyEvent
  | typeof purchaseEvent
  | typeof quizEvent
  | typeof userEvent
)['entity'];
