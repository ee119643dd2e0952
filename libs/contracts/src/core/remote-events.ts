import { z } from 'zod';
import { streamNames } from './event.ts';

/** The events that the own backend of a remote may read. */
export interface RemoteEvents {
  readonly remote: string;
  /** Service and entity: `content.lesson`. Events of people and payments cannot be given. */
  readonly entities: readonly string[];
}

const entryPattern = /^[a-z][a-z0-9-]*=(?:content|quizzes)\.[a-z-]+(?:\+(?:content|quizzes)\.[a-z-]+)*$/;

/** The setting `REMOTE_EVENTS`: `word-games=content.lesson+content.main-lesson,flashcards=quizzes.quiz`. */
export const remoteEventsSchema = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .pipe(
    z.array(
      z
        .string()
        .regex(entryPattern, 'must be a list such as word-games=content.lesson+quizzes.quiz,flashcards=…'),
    ),
  )
  .transform((entries): readonly RemoteEvents[] =>
    entries.map((entry) => {
      const [remote = '', entities = ''] = entry.split('=');
      return { remote, entities: [...new Set(entities.split('+'))] };
    }),
  )
  .default([]);

/** The NATS user of a remote's backend. No service has such a name. */
export const remoteNatsUser = (remote: string): string => `remote_${remote}`;

/**
 * A durable consumer whose messages NATS sends to a subject while somebody subscribes to exactly that. The subscription is all that
 * the backend may do.
 */
export interface RemoteConsumer {
  readonly stream: string;
  readonly durable: string;
  readonly filterSubject: string;
  readonly deliverSubject: string;
}

/** What the names of these consumers begin with. */
export const remoteConsumerPrefix = 'remote_';

/** The consumers of a remote's backend. The operator makes them. */
export function remoteConsumersOf({ remote, entities }: RemoteEvents): RemoteConsumer[] {
  return entities.map((entity) => ({
    stream: streamNames.events,
    durable: `${remoteConsumerPrefix}${remote}_${entity.replace('.', '_')}`,
    filterSubject: `events.${entity}.*`,
    deliverSubject: `remote-events.${remote}.${entity}`,
  }));
}
