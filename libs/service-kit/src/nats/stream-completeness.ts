import {
  type EventOwner,
  eventSubject,
  republicationEvent,
  republicationId,
  streamNames,
} from '@khmer-learning/contracts';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { fetchLastMessage } from './stream-position.ts';

const requestTimeoutMs = 2_000;
const markerSchema = z.object({ state: z.object({ stream: z.string() }) });

/**
 * The identity of the stream EVENTS: its creation time. A stream that was lost and made anew has another one.
 *
 * @throws NatsError when there is no stream, or no response
 */
export async function fetchStreamIdentity(client: NatsConnection): Promise<string> {
  const manager = await client.jetstreamManager({ checkAPI: false, timeout: requestTimeoutMs });
  return String((await manager.streams.info(streamNames.events)).created);
}

/**
 * Finds the services whose present state the stream EVENTS may lack: since it was made, they have not published all of
 * it.
 *
 * @returns those of them that have not finished; empty when the stream is complete for all
 * @throws NatsError when there is no stream, or no response
 */
export async function findUnfinishedOwners(
  client: NatsConnection,
  owners: readonly EventOwner[],
): Promise<EventOwner[]> {
  const identity = await fetchStreamIdentity(client);
  const streams = await Promise.all(owners.map((owner) => fetchFilledStream(client, owner)));
  return owners.filter((_owner, index) => streams[index] !== identity);
}

/** The identity of the stream that a service has last filled, as that service says in the present stream. */
async function fetchFilledStream(client: NatsConnection, owner: EventOwner): Promise<string | undefined> {
  const subject = eventSubject(republicationEvent(owner), republicationId);
  const last = await fetchLastMessage(client, streamNames.events, subject);
  return last && markerSchema.parse(last.contents).state.stream;
}
