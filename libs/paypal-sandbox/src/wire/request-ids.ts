import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Store } from '../store/store.ts';
import { unprocessable } from './paypal-error.ts';

/** What a call has made or changed. */
export interface Result {
  resourceId: string;
  /** Whether an earlier request with the same `PayPal-Request-Id` has done it. */
  repeated: boolean;
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
export function oncePerRequestId(store: Store, request: FastifyRequest, work: () => string): Result {
  const header = requestIdOf(request);
  if (header === undefined) return { resourceId: work(), repeated: false };
  const id = `${request.routeOptions.config.call} ${header}`;
  const fingerprint = createHash('sha256')
    .update(`${request.url}\n${JSON.stringify(request.body ?? {})}`)
    .digest('base64url');

  const used = store.get('requestIds', id);
  if (used !== undefined && used.fingerprint !== fingerprint)
    throw unprocessable(
      'DUPLICATE_REQUEST_ID',
      'The value of PayPal-Request-Id header has already been used. Use a unique value to resend the request.',
      { field: 'PayPal-Request-Id', value: header, location: 'header' },
    );
  if (used !== undefined) return { resourceId: used.resourceId, repeated: true };
  const resourceId = work();
  store.put('requestIds', { id, fingerprint, resourceId });
  return { resourceId, repeated: false };
}
