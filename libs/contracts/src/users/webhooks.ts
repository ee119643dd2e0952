import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import {
  idParams,
  isoDate,
  listTotalFields,
  messageResponse,
  pagingFields,
  requiredText,
} from '../core/fields.ts';

const service = 'users';

/** The limits of webhooks. */
export const webhookLimits = {
  webhooks: 20,
  address: 500,
  description: 200,
  /** Deliveries that have ended, of one webhook. Those that are waiting are in addition. */
  deliveries: 1_000,
  /** Deliveries of one webhook that are waiting. One more switches it off. */
  waiting: 10_000,
  /** Days for which a delivery is kept. */
  days: 30,
  /** Hours for which the previous secret signs, too, after a new one was made. */
  previousSecretHours: 24,
  /** Failed attempts in a row that switch a webhook off, if the first of them was so many hours ago. */
  failures: 20,
  failingHours: 24,
  /** Bytes of an answer that are stored. */
  answer: 2 * 1024,
} as const;

export const webhookMessages = {
  address: 'Must be an https address',
  addressInside: 'Addresses inside the network are not allowed',
  events: 'Choose at least one event',
  tooMany: `There are ${webhookLimits.webhooks} webhooks. Delete one first.`,
  off: 'The webhook is off. Switch it on first.',
  deleted: 'Webhook deleted',
  tested: 'The test event is on its way',
  sentAgain: 'The delivery is sent again',
} as const;

const eventBody = <const T extends string, D extends z.ZodRawShape>(type: T, data: D) =>
  z.object({
    type: z.literal(type),
    /** When it happened. */
    timestamp: isoDate,
    /** Grows when a field changes its meaning or ends. Further fields may come without it. */
    schemaVersion: z.literal(1),
    data: z.object(data),
  });

/** `version` grows with each change of the entity. */
const entity = { id: z.number().int(), version: z.number().int() };
/** `isDeleted`: it was deleted, and learners no longer see it for that reason. */
const hidden = { ...entity, isDeleted: z.boolean() };
const mainLesson = { ...entity, title: z.string(), free: z.boolean(), price: z.number().int().nullable() };
const lesson = { ...entity, mainLessonId: z.number().int(), title: z.string(), level: z.string() };
const quiz = {
  ...entity,
  lessonId: z.number().int().nullable(),
  title: z.string(),
  isPractice: z.boolean().default(false),
};
/** Amounts are in cents; `orderId` is that of the payment provider. */
const purchase = {
  ...entity,
  orderId: z.string(),
  learnerId: z.number().int().nullable(),
  mainLessonId: z.number().int().nullable(),
  amount: z.number().int(),
  refundedAmount: z.number().int(),
  currency: z.string(),
  paymentMethod: z.string(),
};
/** `summary` says in English how many lines were created, changed and refused. */
const importOf = {
  service: z.string(),
  entity: z.string(),
  fileName: z.string(),
  summary: z.string(),
};

/** The bodies that are sent to webhooks, by type. No event has a name, an address of a person or a secret. */
export const webhookEventSchemas = {
  'lesson.published': eventBody('lesson.published', lesson),
  'lesson.unpublished': eventBody('lesson.unpublished', hidden),
  'main_lesson.published': eventBody('main_lesson.published', mainLesson),
  'main_lesson.unpublished': eventBody('main_lesson.unpublished', hidden),
  'quiz.activated': eventBody('quiz.activated', quiz),
  'quiz.deactivated': eventBody('quiz.deactivated', hidden),
  'purchase.completed': eventBody('purchase.completed', purchase),
  'purchase.refunded': eventBody('purchase.refunded', purchase),
  'learner.registered': eventBody('learner.registered', { ...entity, registrationType: z.string() }),
  'learner.deleted': eventBody('learner.deleted', entity),
  'import.applied': eventBody('import.applied', importOf),
  'import.undone': eventBody('import.undone', importOf),
};
/** What a webhook may be told of. */
export type WebhookEventType = keyof typeof webhookEventSchemas;
/** The body of a type. */
export type WebhookEventBody<T extends WebhookEventType = WebhookEventType> = z.output<
  (typeof webhookEventSchemas)[T]
>;
export const webhookEventTypes = Object.keys(webhookEventSchemas) as [
  WebhookEventType,
  ...WebhookEventType[],
];
/** The type of the event that an admin sends to try a webhook. Its `data` is empty. */
export const webhookTestType = 'webhook.test';

/** What an admin sets. The users service also refuses addresses inside its network. */
export const webhookBody = z.object({
  address: z
    .string({ error: webhookMessages.address })
    .max(webhookLimits.address, `Must be at most ${webhookLimits.address} characters`)
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), webhookMessages.address),
  description: requiredText('Description is required', webhookLimits.description),
  events: z
    .array(z.enum(webhookEventTypes))
    .min(1, webhookMessages.events)
    .max(webhookEventTypes.length)
    .transform((events) => webhookEventTypes.filter((type) => events.includes(type))),
});
export type WebhookSettings = z.output<typeof webhookBody>;

/** Why a webhook was switched off: by an admin, by the receiver's `410 Gone`, after failures, or with too many waiting. */
export const webhookOffReasons = ['admin', 'gone', 'failures', 'waiting'] as const;
export type WebhookOffReason = (typeof webhookOffReasons)[number];

/** A webhook in the console, without its secret. */
export const webhookSchema = z.object({
  id: z.number().int(),
  address: z.string(),
  description: z.string(),
  events: z.array(z.enum(webhookEventTypes)),
  /** Null while it is on. */
  off: z.object({ reason: z.enum(webhookOffReasons), at: isoDate }).nullable(),
  /** The first of the failed attempts that were not followed by a good one; null without any. */
  failingSince: isoDate.nullable(),
  createdAt: isoDate,
});
export type Webhook = z.output<typeof webhookSchema>;

/** A secret, which is shown only now: `whsec_` and base64. */
const withSecret = z.object({ webhook: webhookSchema, secret: z.string() });

/** - `waiting`: for its first or its next attempt */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

/** Why an attempt had no answer. */
export const deliveryFailures = ['address', 'timeout', 'connection'] as const;

const deliverySummary = z.object({
  id: z.string(),
  type: z.enum([...webhookEventTypes, webhookTestType]),
  state: z.enum(deliveryStates),
  createdAt: isoDate,
  attempts: z.number().int(),
  lastAttemptAt: isoDate.nullable(),
  /** Of the latest attempt, if it had an answer. */
  status: z.number().int().nullable(),
  nextAttemptAt: isoDate.nullable(),
});
export type WebhookDelivery = z.output<typeof deliverySummary>;

/** A delivery with its latest attempt. */
const deliveryDetails = deliverySummary.extend({
  body: z.string(),
  /** Null before the first attempt. */
  attempt: z
    .object({
      headers: z.record(z.string(), z.string()),
      durationMs: z.number().int(),
      /** The beginning of the answer; null without one. */
      answer: z.string().nullable(),
      failure: z.enum(deliveryFailures).nullable(),
      /** The code of the network's error, such as `ECONNREFUSED`. */
      detail: z.string().nullable(),
    })
    .nullable(),
});
export type WebhookDeliveryDetails = z.output<typeof deliveryDetails>;

const common = { service, access: 'admin' } as const;
const deliveryParams = idParams.extend({ delivery: z.string().max(100) });

export const webhooksList = endpoint({
  ...common,
  id: 'webhooks.list',
  method: 'GET',
  path: '/api/webhooks',
  summary: 'Webhooks, the latest first',
  response: z.array(webhookSchema),
});

export const webhooksCreate = endpoint({
  ...common,
  id: 'webhooks.create',
  method: 'POST',
  path: '/api/webhooks',
  recentProof: true,
  summary: 'Create a webhook',
  body: webhookBody,
  response: withSecret,
  status: 201,
});

/** Changes settings, or switches it on or off. What was waiting when it was switched off is sent after it was switched on. */
export const webhooksUpdate = endpoint({
  ...common,
  id: 'webhooks.update',
  method: 'PATCH',
  path: '/api/webhooks/:id',
  recentProof: true,
  summary: 'Change a webhook',
  params: idParams,
  body: webhookBody.partial().extend({ isOn: z.boolean().optional() }),
  response: webhookSchema,
});

export const webhooksDelete = endpoint({
  ...common,
  id: 'webhooks.delete',
  method: 'DELETE',
  path: '/api/webhooks/:id',
  summary: 'Delete a webhook with its deliveries',
  params: idParams,
  response: messageResponse,
});

/** The previous secret signs for {@link webhookLimits.previousSecretHours} more hours, beside the new one. */
export const webhooksRotateSecret = endpoint({
  ...common,
  id: 'webhooks.rotateSecret',
  method: 'POST',
  path: '/api/webhooks/:id/secret',
  recentProof: true,
  summary: 'Make a new secret of a webhook',
  params: idParams,
  response: withSecret,
});

/** A test event has one attempt. */
export const webhooksTest = endpoint({
  ...common,
  id: 'webhooks.test',
  method: 'POST',
  path: '/api/webhooks/:id/test',
  summary: 'Send a test event to a webhook',
  params: idParams,
  response: messageResponse,
});

export const webhooksDeliveries = endpoint({
  ...common,
  id: 'webhooks.deliveries',
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  summary: 'Deliveries of a webhook, the latest first',
  params: idParams,
  query: z.object(pagingFields),
  response: z.object({ deliveries: z.array(deliverySummary), ...listTotalFields }),
});

export const webhooksDelivery = endpoint({
  ...common,
  id: 'webhooks.delivery',
  method: 'GET',
  path: '/api/webhooks/:id/deliveries/:delivery',
  summary: 'A delivery of a webhook',
  params: deliveryParams,
  response: deliveryDetails,
});

/** It keeps its id. One that has ended gets one more attempt. */
export const webhooksSendAgain = endpoint({
  ...common,
  id: 'webhooks.sendAgain',
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:delivery/send',
  summary: 'Send a delivery of a webhook again',
  params: deliveryParams,
  response: messageResponse,
});
