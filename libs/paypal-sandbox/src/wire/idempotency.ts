import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Store } from '../store/store.ts';
import { unprocessableEntity } from './paypal-error.ts';

/** What a call has made or changed. */
export interface IdempotentResult {
  resourceId: string;
  /** Whether an earlier request with the same `PayPal-Request-Id` has done it. */
  isReplay: boolean;
}

/** The header `PayPal-Request-Id`. */
export function requestIdOf(request: FastifyRequest): string | undefined {
  const id = request.headers['paypal-request-id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/**
 * Does a call's work once per `PayPal-Request-Id`; the ids of different calls are apart. A request that
 * failed may be sent again with the same id. Without the header the work is done each time.
 * @param work does it at once (no other request comes in between) and returns what it made
 * @throws PaypalError 422 `DUPLICATE_REQUEST_ID` when the id has been used for another request
 */
export function runIdempotently(store: Store, request: FastifyRequest, work: () => string): IdempotentResult {
  const header = requestIdOf(request);
  if (header === undefined) return { resourceId: work(), isReplay: false };
  const id = `${request.routeOptions.config.call} ${header}`;
  const fingerprint = createHash('sha256')
    .update(`${request.url}\n${JSON.stringify(request.body ?? {})}`)
    .digest('base64url');

  const used = store.get('requestIds', id);
  if (used !== undefined && used.fingerprint !== fingerprint)
    throw unprocessableEntity(
      'DUPLICATE_REQUEST_ID',
      'The value of PayPal-Request-Id header has already been used. Use a unique value to resend the request.',
      { field: 'PayPal-Request-Id', value: header, location: 'header' },
    );
  if (used !== undefined) return { resourceId: used.resourceId, isReplay: true };
  const resourceId = work();
  store.put('requestIds', { id, fingerprint, resourceId });
  return { resourceId, isReplay: false };
}
