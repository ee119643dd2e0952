import { auditStream } from '../audit/audit.ts';
import type { ServiceName } from './endpoint.ts';
import { deadLetterSubjectPrefix } from './event.ts';

/** Where gateways tell each other how often keys were used. Plain NATS, no stream. */
export const rateLimitSubject = 'gateway.rate-limit';

/** Subjects of one process, with NATS' wildcards. */
export interface NatsPermissions {
  readonly publish: readonly string[];
  /** Besides the answers to its own requests, which come below {@link natsInboxPrefix}. */
  readonly subscribe: readonly string[];
}

/** What each process sends and hears, JetStream's own subjects left out. The permissions on NATS are made of it. */
export function natsPermissions(service: ServiceName): NatsPermissions {
  const audit = `${auditStream.subjectPrefix}.${service}.>`;
  return service === 'gateway'
    ? { publish: [audit, rateLimitSubject], subscribe: [rateLimitSubject] }
    : { publish: [`events.${service}.>`, audit, `${deadLetterSubjectPrefix}.>`], subscribe: [] };
}

/**
 * Where the answers to a NATS user's requests come, so that no other user can read them.
 * Below `_INBOX`, which installations allow that know no users apart.
 */
export function natsInboxPrefix(user: string): string {
  // A token of a subject has no dots, spaces or wildcards.
  return `_INBOX.${user.replace(/[^\w-]/g, '_')}`;
}
