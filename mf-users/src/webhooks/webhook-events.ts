import { type WebhookDelivery, webhookTestType } from '@khmer-learning/contracts';

export const eventTexts = {
  'lesson.published': 'webhookEvents.lessonPublished',
  'lesson.unpublished': 'webhookEvents.lessonUnpublished',
  'main_lesson.published': 'webhookEvents.mainLessonPublished',
  'main_lesson.unpublished': 'webhookEvents.mainLessonUnpublished',
  'quiz.activated': 'webhookEvents.quizActivated',
  'quiz.deactivated': 'webhookEvents.quizDeactivated',
  'purchase.completed': 'webhookEvents.purchaseCompleted',
  'purchase.refunded': 'webhookEvents.purchaseRefunded',
  'learner.registered': 'webhookEvents.learnerRegistered',
  'learner.deleted': 'webhookEvents.learnerDeleted',
  'import.applied': 'webhookEvents.importApplied',
  'import.undone': 'webhookEvents.importUndone',
  [webhookTestType]: 'webhookEvents.test',
} as const satisfies Record<WebhookDelivery['type'], string>;
