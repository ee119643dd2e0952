import { auditStream, streamNames } from '@khmer-learning/contracts';

/** A stream that outbox rows go to, and how the subjects of its rows begin. */
export interface OutboxStream {
  readonly name: string;
  readonly prefix: string;
}

const eventStream: OutboxStream = { name: streamNames.events, prefix: 'events.' };
const recordStream: OutboxStream = { name: auditStream.name, prefix: `${auditStream.subjectPrefix}.` };

/** Every stream of the outbox. */
export const outboxStreams: readonly OutboxStream[] = [eventStream, recordStream];

/** The stream that a row of this subject goes to. */
export function outboxStreamOf(subject: string): OutboxStream {
  return subject.startsWith(recordStream.prefix) ? recordStream : eventStream;
}

/** The condition on a field `subject` that only rows of this stream fulfil. */
export function subjectRangeOf({ prefix }: OutboxStream): { $gte: string; $lt: string } {
  // '/' is the character after '.'.
  return { $gte: prefix, $lt: `${prefix.slice(0, -1)}/` };
}
