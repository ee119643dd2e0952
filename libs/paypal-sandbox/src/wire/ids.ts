import { randomBytes, randomInt, randomUUID } from 'node:crypto';

const idAlphabet = '0123456789ABCDEFGHJKLMNPRSTUVWXY';

function randomId(length: number): string {
  return Array.from({ length }, () => idAlphabet[randomInt(idAlphabet.length)]).join('');
}

/** An id as orders, captures and refunds have it: 17 digits and capital letters. */
export const newResourceId = (): string => randomId(17);

/** An id as webhook events have it: `WH-2CL46544TB770421K-5VB92446WP7345818`. */
export const newEventId = (): string => `WH-${randomId(17)}-${randomId(17)}`;

/** By which PayPal's support would find a call: `f7b1a2c3d4e5f`. */
export const newDebugId = (): string => randomBytes(7).toString('hex').slice(0, 13);

export const newTransmissionId = (): string => randomUUID();

/** PayPal's times have no fractions of a second: `2026-11-21T05:20:22Z`. */
export const formatWireTime = (date = new Date()): string => `${date.toISOString().slice(0, 19)}Z`;
