import type { ServiceName } from './endpoint.ts';
import { auditStream, deadLetterSubjectPrefix, eventSubject, streamNames } from './event.ts';
import { eventOwners, republicationEvent, republicationId, republishSubject } from './republication.ts';

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

/** A durable consumer and the service whose instances read from it. */
export interface NatsDurable {
  readonly service: ServiceName;
  readonly durable: string;
  readonly stream: string;
  readonly filterSubject: string;
}

const eventDurable = (service: ServiceName, durable: string, filterSubject: string): NatsDurable => ({
  service,
  durable,
  stream: streamNames.events,
  filterSubject,
});

/** All durable consumers. The operator makes them; a service may only read from its own. */
export const natsDurables: readonly NatsDurable[] = [
  {
    service: 'users',
    durable: 'users-audit',
    stream: auditStream.name,
    filterSubject: `${auditStream.subjectPrefix}.>`,
  },
  eventDurable('users', 'users-comments', 'events.*.comment-thread.*'),
  eventDurable('users', 'users-reviews', 'events.*.review.*'),
  eventDurable('users', 'users-webhooks', 'events.>'),
  eventDurable('content', 'content-purchases', 'events.commerce.purchase.*'),
  eventDurable('content', 'content-quiz-releases', 'events.quizzes.quiz-release.*'),
  eventDurable('content', 'content-quizzes', 'events.quizzes.quiz.*'),
  eventDurable('content', 'content-words', 'events.content.lesson.*'),
  eventDurable('content', 'content-user-names', 'events.users.user.*'),
  eventDurable('quizzes', 'quizzes-curriculum', 'events.content.>'),
  eventDurable('quizzes', 'quizzes-releases', 'events.content.content-release.*'),
  eventDurable('quizzes', 'quizzes-purchases', 'events.commerce.purchase.*'),
  eventDurable('quizzes', 'quizzes-progress', 'events.users.>'),
  eventDurable('quizzes', 'quizzes-user-names', 'events.users.user.*'),
  eventDurable('commerce', 'commerce-content', 'events.content.main-lesson.*'),
  eventDurable('commerce', 'commerce-users', 'events.users.user.*'),
  eventDurable('media', 'media-uses', 'events.>'),
  eventDurable('stats', 'stats-1', 'events.>'),
  eventDurable('stats', 'stats-2', 'events.>'),
];

/**
 * The subjects that a process publishes and subscribes to: its own events and records, and of JetStream's API the verbs
 * that it uses, each for its own durables and subjects. The NATS permissions are generated from them.
 */
export function natsPermissions(service: ServiceName): NatsPermissions {
  const audit = `${auditStream.subjectPrefix}.${service}.>`;
  const { events, deadLetters } = streamNames;
  const readStreams = [events, deadLetters, auditStream.name].map((name) => `$JS.API.STREAM.INFO.${name}`);
  const common = [audit, '$JS.API.INFO', ...readStreams];
  if (service === 'gateway') {
    const bucket = `KV_${remoteReleasesBucket}`;
    return {
      publish: [
        ...common,
        rateLimitSubject,
        presenceSubject,
        `$KV.${remoteReleasesBucket}.>`,
        // Nameless consumers that deliver to its inbox; it can make no durable this way.
        `$JS.API.CONSUMER.CREATE.${events}`,
        `$JS.API.CONSUMER.INFO.${events}.*`,
        `$JS.FC.${events}.>`,
        `$JS.API.STREAM.INFO.${bucket}`,
        `$JS.API.DIRECT.GET.${bucket}.>`,
        `$JS.API.CONSUMER.CREATE.${bucket}.>`,
        `$JS.API.CONSUMER.CREATE.${bucket}`,
        `$JS.API.CONSUMER.INFO.${bucket}.*`,
        `$JS.API.CONSUMER.DELETE.${bucket}.*`,
        `$JS.FC.${bucket}.>`,
      ],
      subscribe: [rateLimitSubject, presenceSubject],
      answer: [],
    };
  }
  const owned = eventOwners.filter((owner) => owner === service);
  const durables = natsDurables.filter((one) => one.service === service);
  return {
    publish: [
      ...common,
      `$JS.API.DIRECT.GET.${auditStream.name}.${audit}`,
      // Whether each owner has filled the stream.
      ...eventOwners.map(
        (owner) => `$JS.API.DIRECT.GET.${events}.${eventSubject(republicationEvent(owner), republicationId)}`,
      ),
      ...owned.flatMap((owner) => [
        `events.${owner}.>`,
        `$JS.API.DIRECT.GET.${events}.events.${owner}.>`,
        `$JS.API.CONSUMER.LIST.${events}`,
      ]),
      ...durables.flatMap(({ stream, durable, filterSubject }) => [
        `${deadLetterSubjectPrefix}.${durable}`,
        `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
        `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
        `$JS.ACK.${stream}.${durable}.>`,
        // A rebuild of the projection reads everything again.
        ...(service === 'stats'
          ? [
              `$JS.API.CONSUMER.CREATE.${stream}.${durable}.${filterSubject}`,
              `$JS.API.CONSUMER.DELETE.${stream}.${durable}`,
            ]
          : []),
      ]),
    ],
    subscribe: [],
    answer: owned.map(republishSubject),
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
