import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Store } from '../store/store.ts';
import { unprocessableEntity } from './paypal-error.ts';

/** The header `PayPal-Request-Id`. */
export function requestIdOf(request: FastifyRequest): string | undefined {
  const id = request.headers['paypal-request-id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/**
 * Runs a call's work once per `PayPal-Request-Id` and call; always without the header, and again after a failure.
 * @param work runs synchronously, so no other request can interfere; returns the resource's id
 * @returns that id, and whether an earlier request did the work @throws PaypalError 422 when the id had another request
 */
export function runIdempotently(store: Store, request: FastifyRequest, work: () => string) {
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
