import { hash } from 'node:crypto';
import type { Endpoint } from '@khmer-learning/contracts';
import type { z } from 'zod';
import { responseSerialiserOf } from './response-serialiser.ts';

/** The SHA-256, in hex, of the body that `mountEndpoint` sends for a response of this endpoint. */
export function hashResponse<const E extends Endpoint>(
  endpoint: E,
  response: z.input<E['response']>,
): string {
  return hash('sha256', responseSerialiserOf(endpoint)(response), 'hex');
}
