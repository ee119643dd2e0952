import { randomBytes, randomInt, randomUUID } from 'node:crypto';

const idAlphabet = '0123456789ABCDEFGHJKLMNPRSTUVWXY';

function randomId(length: number): string {
  return Array.from({ length }, () => idAlphabet[randomInt(idAlphabet.length)]).join('');
}

/** A new id of an order, capture or refund: 17 digits and capital letters. */
export const newResourceId = (): string => randomId(17);

/** A new id of a webhook event: `WH-2CL46544TB770421K-5VB92446WP7345818`. */
export const newEventId = (): string => `WH-${randomId(17)}-${randomId(17)}`;

/** A new debug id, with which PayPal's support finds a call: `f7b1a2c3d4e5f`. */
export const newDebugId = (): string => randomBytes(7).toString('hex').slice(0, 13);

/** A new id of a webhook transmission: a UUID. */
export const newTransmissionId = (): string => randomUUID();

/** Formats a time without fractions of a second, like PayPal: `2026-11-21T05:20:22Z`. */
export const formatWireTime = (date = new Date()): string => `${date.toISOString().slice(0, 19)}Z`;
