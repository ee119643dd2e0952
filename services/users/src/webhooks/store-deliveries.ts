import { createHash } from 'node:crypto';
import { type WebhookEventBody, type WebhookOffReason, webhookLimits } from '@khmer-learning/contracts';
import type { Transaction } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { createMailStore } from '../mails/mail-queue.ts';
import { languagePreferenceOf } from '../users/language-preference.ts';
import { createStaffLookup } from '../users/staff-lookup.ts';
import { type DeliveryRow, type WebhookRow, webhookModels } from './webhook.model.ts';

const dayMs = 24 * 60 * 60_000;

/** What has happened to an entity. */
export interface WebhookEvent {
  /** `content.lesson.42` */
  readonly entity: string;
  /** Grows with each event of the entity. */
  readonly sequence: number;
  readonly body: WebhookEventBody;
}

/** A delivery that is due now. */
export function newDelivery(
  delivery: Pick<DeliveryRow, '_id' | 'webhookId' | 'type' | 'entity' | 'sequence' | 'body'>,
): DeliveryRow {
  const now = new Date();
  return {
    ...delivery,
    state: 'waiting',
    createdAt: now,
    dueAt: now,
    attempts: 0,
    retries: 0,
    attempt: null,
    expiresAt: new Date(now.getTime() + webhookLimits.days * dayMs),
  };
}

export const webhookEntity = { service: 'users', entity: 'webhook' } as const;

/** Creates the function that stores, in a transaction, the deliveries of events to all webhooks that ask for them. */
export function createDeliveryStore(connection: Connection) {
  const { webhooks, deliveries } = webhookModels(connection);
  const switchOff = createWebhookSwitch(connection);

  return async (events: readonly WebhookEvent[], tx: Transaction): Promise<void> => {
    if (events.length === 0) return;
    const { session } = tx;
    const rows: DeliveryRow[] = [];
    for (const webhook of await webhooks.find({ off: null }).session(session).lean<WebhookRow[]>()) {
      // What happened before the webhook was made is told to nobody: the stream also has old states.
      const told = events.filter(
        ({ body }) => webhook.events.includes(body.type) && Date.parse(body.timestamp) >= +webhook.createdAt,
      );
      if (told.length === 0) continue;
      const waiting = await deliveries
        .countDocuments({ webhookId: webhook._id, state: 'waiting' })
        .session(session);
      if (waiting + told.length > webhookLimits.waiting) await switchOff(webhook, 'waiting', tx);
      else rows.push(...told.map((event) => toDelivery(event, webhook._id)));
    }
    if (rows.length === 0) return;
    await deliveries.bulkWrite(
      rows.map(({ _id, ...row }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true },
      })),
      { session },
    );
    await webhooks.updateMany(
      { _id: { $in: rows.map(({ webhookId }) => webhookId) } },
      { $set: { dueAt: new Date() }, $inc: { additions: 1 } },
      { session },
    );
  };
}

/** Its id depends on nothing but the event and the webhook, so that no replay gives the event another one. */
function toDelivery({ entity, sequence, body }: WebhookEvent, webhookId: number): DeliveryRow {
  const { type } = body;
  const hash = createHash('sha256').update(JSON.stringify([webhookId, type, entity, sequence]));
  const _id = `msg_${hash.digest('base64url').slice(0, 32)}`;
  return newDelivery({ _id, webhookId, type, entity, sequence, body: JSON.stringify(body) });
}

/** Creates the function that switches a webhook off in a transaction, and tells all admins by mail. */
export function createWebhookSwitch(connection: Connection) {
  const { webhooks } = webhookModels(connection);
  const staff = createStaffLookup(connection);
  const storeMail = createMailStore(connection);

  return async (
    { _id, address, description }: Pick<WebhookRow, '_id' | 'address' | 'description'>,
    reason: Exclude<WebhookOffReason, 'admin'>,
    tx: Transaction,
  ): Promise<void> => {
    const at = new Date();
    const off = { reason, at };
    const { modifiedCount } = await webhooks.updateOne(
      { _id, off: null },
      { $set: { off } },
      { session: tx.session },
    );
    if (modifiedCount === 0) return;
    tx.audit(webhookEntity, { action: 'status', id: _id, title: description, detail: 'off' });
    const about = new URL(address).host;
    for (const admin of await staff.admins(tx.session))
      await storeMail(
        { actor: null, requestId: null },
        {
          kind: 'webhookOff',
          email: admin.email,
          ...languagePreferenceOf(admin),
          about,
          at,
          path: 'dashboard#/webhooks',
        },
        tx.session,
      );
  };
}
