import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** A webhook event that has been processed. */
export interface StoredWebhookEvent {
  /** The provider's event id. */
  _id: string;
  at: Date;
}

/** The provider stops redelivery after three days. An older event is harmless because the order is fetched anew. */
const retentionSeconds = 30 * 24 * 60 * 60;

const schema = new Schema<StoredWebhookEvent>(
  { _id: String, at: Date },
  { versionKey: false, collection: 'webhook_events' },
);
schema.index({ at: 1 }, { expireAfterSeconds: retentionSeconds });

export const webhookEventsOf = modelOf('WebhookEvent', schema);
