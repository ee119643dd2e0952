import {
  type AuditRecord,
  type EntityEvent,
  grantedMethod,
  lessonEvent,
  mainLessonEvent,
  paymentStatusGroupOf,
  priceCurrency,
  purchaseEvent,
  quizEvent,
  userEvent,
  type WebhookEventBody,
  type WebhookEventType,
  webhookEventSchemas,
} from '@khmer-learning/contracts';
import { isEventOf } from '@khmer-learning/service-kit';
import type { WebhookFactsRow } from './webhook.model.ts';

/** The events from which deliveries are derived. */
export const watchedEvents = [lessonEvent, mainLessonEvent, quizEvent, purchaseEvent, userEvent] as const;

type Facts = Pick<WebhookFactsRow, 'isLive' | 'refunded'>;
const unknown: Facts = { isLive: false, refunded: 0 };

/** What an event says about its entity; undefined for what no webhook is told of, such as a teacher. */
interface Reading {
  readonly facts: Facts;
  /** The types that are sent when it becomes live, ceases to be it, and when more of it is refunded. */
  readonly types: readonly [
    begun: WebhookEventType,
    ended: WebhookEventType | undefined,
    refunded?: WebhookEventType,
  ];
  readonly data: object;
}

function readEvent(event: EntityEvent, before: Facts): Reading | undefined {
  const read = (isLive: boolean, data: object | null, ...types: Reading['types']) => ({
    facts: { isLive, refunded: 0 },
    types,
    data: data ?? {},
  });
  if (isEventOf(lessonEvent, event))
    return read(event.state?.status === 'published', event.state, 'lesson.published', 'lesson.unpublished');
  if (isEventOf(mainLessonEvent, event))
    return read(
      event.state?.status === 'published',
      event.state,
      'main_lesson.published',
      'main_lesson.unpublished',
    );
  if (isEventOf(quizEvent, event))
    return read(event.state?.status === 'active', event.state, 'quiz.activated', 'quiz.deactivated');
  if (isEventOf(userEvent, event)) {
    if (event.state && event.state.role !== 'student') return undefined;
    // Who was invited is not active yet.
    const isLive = event.state !== null && (event.state.isActive || before.isLive);
    return read(isLive, event.state, 'learner.registered', 'learner.deleted');
  }
  // Access that was granted is no sale.
  if (!isEventOf(purchaseEvent, event) || !event.state || event.state.paymentMethod === grantedMethod)
    return undefined;
  const { purchaseId: orderId, userId: learnerId, purchaseAmount: amount, ...state } = event.state;
  const group = paymentStatusGroupOf(state.paymentStatus);
  return {
    facts: { isLive: group === 'completed' || group === 'refund', refunded: state.refundedAmount },
    types: ['purchase.completed', undefined, 'purchase.refunded'],
    data: { ...state, orderId, learnerId, amount, currency: priceCurrency },
  };
}

/** What has happened between two states. @returns the facts to keep, if any, and the bodies in order */
export function deriveEvents(
  event: EntityEvent,
  before: Facts = unknown,
): { facts: Facts | undefined; bodies: WebhookEventBody[] } {
  const reading = readEvent(event, before);
  if (!reading) return { facts: undefined, bodies: [] };
  const { facts, types, data } = reading;
  const [begun, ended, refunded] = types;
  // A purchase that was completed stays so, whatever becomes of it.
  const isLive = facts.isLive || (before.isLive && ended === undefined);
  const happened = [
    isLive && !before.isLive && begun,
    !isLive && before.isLive && ended,
    facts.refunded > before.refunded && refunded,
  ].flatMap((type) => type || []);
  const isDeleted = event.state === null;
  const kept = { isLive, refunded: Math.max(facts.refunded, before.refunded) };
  return {
    facts: isDeleted || (!kept.isLive && kept.refunded === 0) ? undefined : kept,
    bodies: happened.map((type) =>
      buildBody(type, event.occurredAt, {
        ...data,
        id: Number(event.entityId),
        version: event.version,
        isDeleted,
      }),
    ),
  };
}

/** The body of an audit record, if webhooks are told of what it records. */
export function bodyOfRecord({
  action,
  at,
  service,
  entity,
  title,
  detail,
}: AuditRecord): WebhookEventBody | undefined {
  if (action !== 'imported' && action !== 'import-undone') return undefined;
  return buildBody(action === 'imported' ? 'import.applied' : 'import.undone', at, {
    service,
    entity,
    fileName: title,
    summary: detail ?? '',
  });
}

/** The schema drops what it does not name. */
function buildBody(type: WebhookEventType, timestamp: string, data: object): WebhookEventBody {
  return webhookEventSchemas[type].parse({ type, timestamp, schemaVersion: 1, data });
}
