import { webhookLimits } from '@khmer-learning/contracts';
import {
  type JobDefinition,
  LeaseLostError,
  neverDue,
  type Service,
  transact,
} from '@khmer-learning/service-kit';
import { createWebhookSwitch } from './store-deliveries.ts';
import { type DeliveryRow, type WebhookRow, webhookModels } from './webhook.model.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';
import { signatureOf, type WebhookSender } from './webhook-sender.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** Pauses after failed attempts: three days in all. */
export const retryPausesMs = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  20 * hour,
] as const;
const gone = 410;

const isGood = (status: number | null) => status !== null && status >= 200 && status < 300;

/** Sends what is due, in order. Each webhook is a row, and all are processed at the same time: none holds up others. */
export function webhookJob(
  service: Pick<Service, 'connection' | 'relay'>,
  sender: WebhookSender,
  secrets: WebhookSecrets,
): JobDefinition<WebhookRow> {
  const { connection } = service;
  const { deliveries } = webhookModels(connection);
  const switchOff = createWebhookSwitch(connection);

  /** The waiting delivery that is due first. One that an earlier delivery of its entity precedes waits for that. */
  async function findNext(webhookId: number): Promise<DeliveryRow | null> {
    for (;;) {
      const waiting = { webhookId, state: 'waiting' } as const;
      const next = await deliveries.findOne(waiting).sort({ dueAt: 1, sequence: 1 }).lean<DeliveryRow>();
      if (!next || isLater(next.dueAt)) return next;
      const { entity, sequence } = next;
      const earlier = await deliveries
        .findOne({ ...waiting, entity, sequence: { $lt: sequence } })
        .sort({ sequence: 1 })
        .lean<DeliveryRow>();
      if (!earlier) return next;
      await deliveries.updateOne({ _id: next._id }, { $set: { dueAt: earlier.dueAt } });
    }
  }

  /** Makes an attempt and stores its outcome. @returns the status of the answer */
  async function deliver(
    { _id, body, retries }: DeliveryRow,
    webhook: WebhookRow,
    signal: AbortSignal,
  ): Promise<number | null> {
    const timestamp = String(Math.floor(Date.now() / second));
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Khmer-Learning',
      'webhook-id': _id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatureOf(secrets.of(webhook), _id, timestamp, body),
    };
    const attempt = await sender.send({ address: webhook.address, headers, body }, signal);
    const pauseMs = retryPausesMs[retries];
    const outcome = isGood(attempt.status)
      ? ({ state: 'delivered', dueAt: null } as const)
      : pauseMs === undefined
        ? ({ state: 'failed', dueAt: null } as const)
        : { dueAt: new Date(Date.now() + pauseMs), retries: retries + 1 };
    await deliveries.updateOne({ _id }, { $set: { ...outcome, attempt }, $inc: { attempts: 1 } });
    return attempt.status;
  }

  async function deleteOldest(webhookId: number): Promise<void> {
    const [oldest] = await deliveries
      .find({ webhookId, state: { $ne: 'waiting' } }, { createdAt: 1 })
      .sort({ createdAt: -1, _id: -1 })
      .skip(webhookLimits.deliveries)
      .limit(1)
      .lean<Pick<DeliveryRow, 'createdAt'>[]>();
    if (oldest)
      await deliveries.deleteMany({
        webhookId,
        state: { $ne: 'waiting' },
        createdAt: { $lte: oldest.createdAt },
      });
  }

  return {
    name: 'webhook',
    collection: 'webhooks',
    concurrency: webhookLimits.webhooks,
    dueFilter: (at) => ({ off: null, dueAt: { $lte: at } }) as object,
    async run(lease, { signal, wakeAfter }) {
      while (!signal.aborted) {
        // Who has lost the lease sends nothing, and settings may have changed.
        const webhook = await lease.update({});
        if (webhook.off) return;
        const next = await findNext(webhook._id);
        if (!next || isLater(next.dueAt)) {
          await deleteOldest(webhook._id);
          const dueAt = next?.dueAt ?? neverDue;
          const { additions } = webhook;
          // If something was added meanwhile, it stays due.
          await lease.update({ $set: { dueAt } }, { additions }).catch(ignoreLostLease);
          if (next) wakeAfter(dueAt.getTime() - Date.now());
          return;
        }
        const status = await deliver(next, webhook, signal);
        if (isGood(status)) {
          if (webhook.failingSince) await lease.update({ $set: { failedInRow: 0, failingSince: null } });
          continue;
        }
        const failedInRow = webhook.failedInRow + 1;
        const failingSince = webhook.failingSince ?? new Date();
        await lease.update({ $set: { failedInRow, failingSince } });
        const isFailing =
          failedInRow >= webhookLimits.failures &&
          Date.now() - failingSince.getTime() >= webhookLimits.failingHours * hour;
        if (status === gone || isFailing)
          await transact(service, { actor: null, requestId: null }, (tx) =>
            switchOff(webhook, status === gone ? 'gone' : 'failures', tx),
          );
      }
    },
  };
}

const isLater = (at: Date | null) => at !== null && at.getTime() > Date.now();

function ignoreLostLease(error: unknown): void {
  if (!(error instanceof LeaseLostError)) throw error;
}
