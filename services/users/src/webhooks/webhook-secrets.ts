import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../secret-box.ts';
import type { WebhookRow } from './webhook.model.ts';

const secretBytes = 32;

/** The secrets with which deliveries are signed (Standard Webhooks). */
export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>;

/** @param box encrypts them for storage */
export function createWebhookSecrets(box: SecretBox) {
  const ownerOf = (webhookId: number) => `webhook ${webhookId}`;
  return {
    /** Makes a secret. @returns what is shown once, and what is stored */
    create(webhookId: number) {
      const bytes = randomBytes(secretBytes);
      return {
        secret: `whsec_${bytes.toString('base64')}`,
        stored: box.encrypt(bytes, ownerOf(webhookId)),
      };
    },
    /** The secrets that sign now. @throws Error when they were encrypted with a secret that was removed */
    of(webhook: Pick<WebhookRow, '_id' | 'secret' | 'previousSecret' | 'previousUntil'>) {
      const { _id, secret, previousSecret, previousUntil } = webhook;
      const isPreviousValid = previousUntil !== null && previousUntil.getTime() > Date.now();
      const stored = isPreviousValid && previousSecret !== null ? [secret, previousSecret] : [secret];
      return stored.map((text) => {
        const bytes = box.decrypt(text, ownerOf(_id));
        if (!bytes) throw new Error('SECOND_FACTOR_SECRETS lacks the secret that encrypted this webhook');
        return bytes;
      });
    },
  };
}
