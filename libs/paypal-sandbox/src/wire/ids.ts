import { randomBytes, randomInt, randomUUID } from 'node:crypto';

const letters = '0123456789ABCDEFGHJKLMNPRSTUVWXY';

function text(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

/** An id as orders, captures and refunds have it: 17 digits and capital letters. */
export const resourceId = (): string => text(17);

/** An id as webhook events have it: `WH-2CL46544TB770421K-5VB92446WP7345818`. */
export const eventId = (): string => `WH-${text(17)}-${text(17)}`;

/** By which PayPal's support would find a call: `f7b1a2c3d4e5f`. */
export const debugId = (): string => randomBytes(7).toString('hex').slice(0, 13);

export const transmissionId = (): string => randomUUID();

/** PayPal's times have no fractions of a second: `2026-11-21T05:20:22Z`. */
export const wireTime = (date = new Date()): string => `${date.toISOString().slice(0, 19)}Z`;
