import { randomUUID } from 'node:crypto';
import {
  type Webhook,
  type WebhookDelivery,
  webhookLimits,
  webhookMessages,
  webhooksCreate,
  webhooksDelete,
  webhooksDeliveries,
  webhooksDelivery,
  webhooksList,
  webhooksRotateSecret,
  webhooksSendAgain,
  webhooksTest,
  webhooksUpdate,
  webhookTestType,
} from '@khmer-learning/contracts';
import {
  changedFields,
  conflict,
  deleteInBatches,
  mountEndpoint,
  nextId,
  notFound,
  pageOf,
  type Service,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { newDelivery, webhookEntity } from './store-deliveries.ts';
import { retryPausesMs } from './webhook.job.ts';
import { type DeliveryRow, type WebhookRow, webhookModels } from './webhook.model.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';
import type { WebhookSender } from './webhook-sender.ts';

const hourMs = 60 * 60_000;
/** What was not delivered in so long is not sent when a webhook is switched on. */
const retryMs = retryPausesMs.reduce((sum, ms) => sum + ms, 0);

/** Mounts the endpoints with which admins manage webhooks. Changes emit audit records. @param wake sends what is due now */
export function webhookRoutes(
  app: FastifyInstance,
  service: Service,
  secrets: WebhookSecrets,
  sender: Pick<WebhookSender, 'checkAddress'>,
  wake: () => void,
): void {
  const { webhooks, deliveries } = webhookModels(service.connection);
  const titleOf = ({ description: title }: WebhookRow) => title;

  async function find(id: number, tx?: Transaction): Promise<WebhookRow> {
    const row = await webhooks.findById(id, null, tx && { session: tx.session }).lean<WebhookRow>();
    if (!row) throw notFound('Webhook');
    return row;
  }

  async function findDelivery(webhookId: number, id: string): Promise<DeliveryRow> {
    const row = await deliveries.findOne({ _id: id, webhookId }).lean<DeliveryRow>();
    if (!row) throw notFound('Delivery');
    return row;
  }

  /** Makes a webhook that is on look for due deliveries. */
  async function makeDue(id: number, tx: Transaction): Promise<void> {
    const due = { $set: { dueAt: new Date() }, $inc: { additions: 1 } };
    const { matchedCount } = await webhooks.updateOne({ _id: id, off: null }, due, { session: tx.session });
    if (matchedCount === 0) throw (await find(id, tx)) && conflict(webhookMessages.off);
  }

  mountEndpoint(app, webhooksList, async () =>
    (await webhooks.find().sort({ _id: -1 }).limit(webhookLimits.webhooks).lean<WebhookRow[]>()).map(
      toWebhook,
    ),
  );

  mountEndpoint(app, webhooksCreate, async (context) => {
    sender.checkAddress(context.body.address);
    const id = await nextId(service.connection, 'webhook');
    const { secret, stored } = secrets.create(id);
    const row = {
      ...{ ...context.body, _id: id, secret: stored, previousSecret: null, previousUntil: null, off: null },
      ...{ failedInRow: 0, failingSince: null, createdAt: new Date(), dueAt: new Date(), additions: 0 },
    };
    await transact(service, context, async (tx) => {
      const count = await webhooks.countDocuments().session(tx.session);
      if (count >= webhookLimits.webhooks) throw conflict(webhookMessages.tooMany);
      await webhooks.create([row], { session: tx.session });
      tx.audit(webhookEntity, { action: 'created', id, title: row.description });
    });
    return { webhook: toWebhook(row), secret };
  });

  mountEndpoint(app, webhooksUpdate, async (context) => {
    const { params, body } = context;
    const { isOn, address, description, events } = body;
    if (address !== undefined) sender.checkAddress(address);
    const { result } = await transact(service, context, async (tx) => {
      const before = await find(params.id, tx);
      const off = isOn === undefined ? before.off : isOn ? null : (before.off ?? switchedOff());
      const begun = before.off !== null && off === null;
      const change = {
        address: address ?? before.address,
        description: description ?? before.description,
        events: events ?? before.events,
        off,
        ...(begun ? { dueAt: new Date(), failedInRow: 0, failingSince: null } : {}),
      };
      const after = { ...before, ...change };
      const fields = changedFields(toWebhook(before), toWebhook(after)).filter(
        (field) => field !== 'failingSince',
      );
      if (fields.length === 0) return before;
      await webhooks.updateOne(
        { _id: before._id },
        { $set: change, $inc: { additions: 1 } },
        { session: tx.session },
      );
      if (begun)
        await deliveries.updateMany(
          { webhookId: before._id, state: 'waiting', createdAt: { $lt: new Date(Date.now() - retryMs) } },
          { $set: { state: 'failed', dueAt: null } },
          { session: tx.session },
        );
      tx.audit(webhookEntity, {
        action: fields.includes('off') ? 'status' : 'updated',
        id: before._id,
        title: titleOf(after),
        fields,
        ...(fields.includes('off') ? { detail: off ? 'off' : 'on' } : {}),
      });
      return after;
    });
    wake();
    return toWebhook(result);
  });

  mountEndpoint(app, webhooksDelete, async (context) => {
    const { id } = context.params;
    await transact(service, context, async (tx) => {
      const row = await find(id, tx);
      await webhooks.deleteOne({ _id: id }, { session: tx.session });
      tx.audit(webhookEntity, { action: 'deleted', id, title: titleOf(row) });
    });
    // What is left after a kill ends after 30 days.
    await deleteInBatches(deliveries.collection, { webhookId: id });
    return { message: webhookMessages.deleted };
  });

  mountEndpoint(app, webhooksRotateSecret, async (context) => {
    const { id } = context.params;
    const { secret, stored } = secrets.create(id);
    const { result } = await transact(service, context, async (tx) => {
      const before = await find(id, tx);
      const change = {
        secret: stored,
        previousSecret: before.secret,
        previousUntil: new Date(Date.now() + webhookLimits.previousSecretHours * hourMs),
      };
      await webhooks.updateOne({ _id: id }, { $set: change }, { session: tx.session });
      tx.audit(webhookEntity, { action: 'updated', id, title: titleOf(before), fields: ['secret'] });
      return before;
    });
    return { webhook: toWebhook(result), secret };
  });

  mountEndpoint(app, webhooksTest, async (context) => {
    const { id } = context.params;
    const _id = `msg_${randomUUID()}`;
    const body = { type: webhookTestType, timestamp: new Date().toISOString(), schemaVersion: 1, data: {} };
    const test = newDelivery({
      ...{ _id, webhookId: id, type: webhookTestType, entity: _id, sequence: 0 },
      body: JSON.stringify(body),
    });
    await transact(service, context, async (tx) => {
      await makeDue(id, tx);
      await deliveries.create([{ ...test, retries: retryPausesMs.length }], { session: tx.session });
    });
    wake();
    return { message: webhookMessages.tested };
  });

  mountEndpoint(app, webhooksDeliveries, async ({ params, query }) => {
    await find(params.id);
    const where = { webhookId: params.id };
    const { limit, offset } = pageOf(query) ?? { limit: webhookLimits.deliveries, offset: 0 };
    const [rows, total] = await Promise.all([
      deliveries
        .find(where, { body: 0, 'attempt.headers': 0, 'attempt.answer': 0 })
        .sort({ createdAt: -1, _id: -1 })
        .skip(offset)
        .limit(limit)
        .lean<DeliveryRow[]>(),
      deliveries.countDocuments(where),
    ]);
    return { deliveries: rows.map(toDelivery), total };
  });

  mountEndpoint(app, webhooksDelivery, async ({ params }) => {
    const row = await findDelivery(params.id, params.delivery);
    return { ...toDelivery(row), body: row.body, attempt: row.attempt };
  });

  mountEndpoint(app, webhooksSendAgain, async (context) => {
    const { id, delivery } = context.params;
    const { state, retries } = await findDelivery(id, delivery);
    const change = {
      state: 'waiting' as const,
      dueAt: new Date(),
      retries: state === 'waiting' ? retries : retryPausesMs.length,
    };
    await transact(service, context, async (tx) => {
      await makeDue(id, tx);
      await deliveries.updateOne({ _id: delivery }, { $set: change }, { session: tx.session });
    });
    wake();
    return { message: webhookMessages.sentAgain };
  });
}

const switchedOff = () => ({ reason: 'admin' as const, at: new Date() });

function toWebhook(row: WebhookRow): Webhook {
  const { _id: id, address, description, events, off, failingSince, createdAt } = row;
  return {
    ...{ id, address, description, events },
    off: off && { reason: off.reason, at: off.at.toISOString() },
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const { _id: id, type, state, createdAt, attempts, attempt, dueAt } = row;
  return {
    ...{ id, type, state, attempts },
    createdAt: createdAt.toISOString(),
    lastAttemptAt: attempt?.at.toISOString() ?? null,
    status: attempt?.status ?? null,
    nextAttemptAt: dueAt?.toISOString() ?? null,
  };
}
