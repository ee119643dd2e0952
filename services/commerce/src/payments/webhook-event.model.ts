import { type Connection, type Model, Schema } from 'mongoose';

/** A notice of the provider that has had its effect. */
export interface StoredWebhookEvent {
  /** The provider's id of it. */
  _id: string;
  at: Date;
}

/** The provider gives up after three days; an older notice changes nothing either, as the provider is asked. */
const retentionSeconds = 30 * 24 * 60 * 60;

const schema = new Schema<StoredWebhookEvent>(
  { _id: String, at: Date },
  { versionKey: false, collection: 'webhook_events' },
);
schema.index({ at: 1 }, { expireAfterSeconds: retentionSeconds });

export function webhookEventsOf(connection: Connection): Model<StoredWebhookEvent> {
  return connection.models.WebhookEvent ?? connection.model<StoredWebhookEvent>('WebhookEvent', schema);
}
