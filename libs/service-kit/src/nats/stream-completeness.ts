import { setImmediate } from 'node:timers/promises';
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

/** What the server says of a stream. */
interface StreamState {
  /** Its creation time: a stream that was lost and made anew has another one. */
  readonly identity: string;
  /** Differs after each message, when the number of consumers has changed, and after each connect. */
  readonly version: string;
}
const unsent = new WeakMap<NatsConnection, Map<string, Promise<StreamState>>>();

/**
 * Asks for the state of a stream. Callers share a request that has not been sent yet.
 *
 * @param stream by default EVENTS
 * @throws NatsError when there is no stream, or no response
 */
export function fetchStreamState(
  client: NatsConnection,
  stream: string = streamNames.events,
): Promise<StreamState> {
  const requests = unsent.get(client) ?? new Map<string, Promise<StreamState>>();
  unsent.set(client, requests);
  const pending = requests.get(stream);
  if (pending) return pending;
  const answer = setImmediate().then(async () => {
    requests.delete(stream);
    const { server_id, client_id } = client.info ?? {};
    const manager = await client.jetstreamManager({ checkAPI: false, timeout: requestTimeoutMs });
    const { created, state } = await manager.streams.info(stream);
    const version = [server_id, client_id, created, state.last_seq, state.consumer_count].join(' ');
    return { identity: String(created), version };
  });
  requests.set(stream, answer);
  return answer;
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
  const { identity } = await fetchStreamState(client);
  const streams = await Promise.all(owners.map((owner) => fetchFilledStream(client, owner)));
  return owners.filter((_owner, index) => streams[index] !== identity);
}

/** The identity of the stream that a service has last filled, as that service says in the present stream. */
async function fetchFilledStream(client: NatsConnection, owner: EventOwner): Promise<string | undefined> {
  const subject = eventSubject(republicationEvent(owner), republicationId);
  const last = await fetchLastMessage(client, streamNames.events, subject);
  return last && markerSchema.parse(last.contents).state.stream;
}
