import { auditStream, streamNames } from '@khmer-learning/contracts';

/** A stream that outbox rows are published to, and the prefix of their subjects. */
export interface OutboxStream {
  readonly name: string;
  readonly prefix: string;
}

const eventStream: OutboxStream = { name: streamNames.events, prefix: 'events.' };
const recordStream: OutboxStream = { name: auditStream.name, prefix: `${auditStream.subjectPrefix}.` };

/** All streams of the outbox. */
export const outboxStreams: readonly OutboxStream[] = [eventStream, recordStream];

/** The stream of a subject. */
export function outboxStreamOf(subject: string): OutboxStream {
  return subject.startsWith(recordStream.prefix) ? recordStream : eventStream;
}

/** A range condition on `subject` that matches only rows of this stream. */
export function subjectRangeOf({ prefix }: OutboxStream): { $gte: string; $lt: string } {
  // '/' is the character after '.'.
  return { $gte: prefix, $lt: `${prefix.slice(0, -1)}/` };
}
