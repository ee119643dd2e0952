import type { ServiceName } from './endpoint.ts';
import { auditStream, deadLetterSubjectPrefix } from './event.ts';
import { eventOwners, republishSubject } from './republication.ts';

/** Subject on which gateways share API key usage counts. Plain NATS without a stream. */
export const rateLimitSubject = 'gateway.rate-limit';

/** Subject on which gateways tell each other which pages have items open. Plain NATS without a stream. */
export const presenceSubject = 'gateway.presence';

/** The NATS key-value bucket in which gateways share the releases of remotes. */
export const remoteReleasesBucket = 'remote-releases';

/** NATS subjects that one process may use, with wildcards. */
export interface NatsPermissions {
  readonly publish: readonly string[];
  /** In addition to replies to its own requests, below {@link natsInboxPrefix}. */
  readonly subscribe: readonly string[];
  /** Subjects of requests that it receives, and may reply to. Only operators send them. */
  readonly answer: readonly string[];
}

/**
 * The subjects that a process publishes and subscribes to, without JetStream's own. The NATS permissions are
 * generated from them.
 */
export function natsPermissions(service: ServiceName): NatsPermissions {
  const audit = `${auditStream.subjectPrefix}.${service}.>`;
  if (service === 'gateway')
    return {
      publish: [audit, rateLimitSubject, presenceSubject, `$KV.${remoteReleasesBucket}.>`],
      subscribe: [rateLimitSubject, presenceSubject],
      answer: [],
    };
  return {
    publish: [`events.${service}.>`, audit, `${deadLetterSubjectPrefix}.>`],
    subscribe: [],
    answer: eventOwners.filter((owner) => owner === service).map(republishSubject),
  };
}

/**
 * Inbox prefix of a NATS user, so that no other user can read the replies. It is below `_INBOX`, which servers
 * without separate users also allow.
 */
export function natsInboxPrefix(user: string): string {
  // A subject token must not contain dots, spaces or wildcards.
  return `_INBOX.${user.replace(/[^\w-]/g, '_')}`;
}
