import type {
  deliveryFailures,
  deliveryStates,
  WebhookOffReason,
  WebhookSettings,
  webhookTestType,
} from '@khmer-learning/contracts';
import type { JobRow } from '@khmer-learning/service-kit';
import { type Connection, Schema } from 'mongoose';

/** A webhook, and the job that sends its deliveries one after the other. */
export interface WebhookRow extends JobRow, WebhookSettings {
  _id: number;
  /** Encrypted (`SecretBox`). */
  secret: string;
  /** Signs, too, until `previousUntil`. */
  previousSecret: string | null;
  previousUntil: Date | null;
  off: { reason: WebhookOffReason; at: Date } | null;
  failedInRow: number;
  failingSince: Date | null;
  createdAt: Date;
  /** When the next delivery is due. */
  dueAt: Date;
  /** Grows when deliveries are added, so that the job does not set `dueAt` without knowing of them. */
  additions: number;
}

/** One event for one webhook. */
export interface DeliveryRow {
  /** The id that the receiver knows it by. */
  _id: string;
  webhookId: number;
  type: WebhookSettings['events'][number] | typeof webhookTestType;
  /** Deliveries of an entity are sent in the order of `sequence`. */
  entity: string;
  sequence: number;
  body: string;
  state: (typeof deliveryStates)[number];
  createdAt: Date;
  /** Null when it has ended. */
  dueAt: Date | null;
  attempts: number;
  /** Pauses between attempts that are used up. */
  retries: number;
  /** The latest attempt. */
  attempt: DeliveryAttempt | null;
  /** When MongoDB deletes it. */
  expiresAt: Date;
}

/** What was sent and answered. */
export interface DeliveryAttempt {
  at: Date;
  headers: Record<string, string>;
  durationMs: number;
  status: number | null;
  answer: string | null;
  failure: (typeof deliveryFailures)[number] | null;
  detail: string | null;
}

/** What a transition of an entity is derived from: what was known of it before. */
export interface WebhookFactsRow {
  /** `content.lesson.42` */
  _id: string;
  /** It is published, active, paid or registered. */
  isLive: boolean;
  /** Cents. */
  refunded: number;
}

const webhookSchema = new Schema<WebhookRow>(
  {
    _id: { type: Number, required: true },
    address: { type: String, required: true },
    description: { type: String, required: true },
    events: { type: [String], required: true },
    secret: { type: String, required: true },
    previousSecret: { type: String, default: null },
    previousUntil: { type: Date, default: null },
    off: { type: Schema.Types.Mixed, default: null },
    failedInRow: { type: Number, default: 0 },
    failingSince: { type: Date, default: null },
    createdAt: { type: Date, required: true },
    dueAt: { type: Date, required: true },
    additions: { type: Number, default: 0 },
  },
  { collection: 'webhooks', versionKey: false },
).index({ dueAt: 1 });

const deliverySchema = new Schema<DeliveryRow>(
  {
    _id: { type: String, required: true },
    webhookId: { type: Number, required: true },
    type: { type: String, required: true },
    entity: { type: String, required: true },
    sequence: { type: Number, required: true },
    body: { type: String, required: true },
    state: { type: String, required: true },
    createdAt: { type: Date, required: true },
    dueAt: { type: Date, default: null },
    attempts: { type: Number, default: 0 },
    retries: { type: Number, default: 0 },
    attempt: { type: Schema.Types.Mixed, default: null },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'webhook_deliveries', versionKey: false },
)
  .index({ webhookId: 1, createdAt: -1, _id: -1 })
  // The next one, and an earlier one of the same entity.
  .index({ webhookId: 1, state: 1, dueAt: 1, sequence: 1 })
  .index({ webhookId: 1, entity: 1, sequence: 1 }, { partialFilterExpression: { state: 'waiting' } })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const factsSchema = new Schema<WebhookFactsRow>(
  { _id: String, isLive: Boolean, refunded: Number },
  { collection: 'webhook_facts', versionKey: false },
);

/** The Mongoose models of webhooks, registered on the service's own connection. */
export function webhookModels(connection: Connection) {
  return {
    webhooks: connection.model('Webhook', webhookSchema),
    deliveries: connection.model('WebhookDelivery', deliverySchema),
    facts: connection.model('WebhookFacts', factsSchema),
  };
}
