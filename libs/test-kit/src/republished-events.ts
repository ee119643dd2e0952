import { type EntityEvent, type EventOwner, republishSubject, streamNames } from '@khmer-learning/contracts';
import type { Connection } from 'mongoose';
import type { NatsConnectionSource } from './entity-events.ts';
import { eventually } from './eventually.ts';

/** What events say of their entities, by subject. */
export type ToldStates = Record<string, Pick<EntityEvent, 'version' | 'type' | 'state'>>;

/**
 * Has a running service republish everything, after its outbox has forgotten what was sent.
 *
 * @returns what its events said before and what they say afterwards
 */
export async function republishAll(
  { nats, connection }: { readonly nats: NatsConnectionSource; readonly connection: Connection },
  owner: EventOwner,
): Promise<{ before: ToldStates; after: ToldStates }> {
  const client = await nats.whenConnected();
  const manager = await client.jetstreamManager();
  async function readStates(): Promise<{ states: ToldStates; firstSequence: number }> {
    const filter = `events.${owner}.>`;
    const { state } = await manager.streams.info(streamNames.events, { subjects_filter: filter });
    const states: ToldStates = {};
    let firstSequence = Number.POSITIVE_INFINITY;
    for (const subject of Object.keys(state.subjects ?? {})) {
      if (subject.includes('.republication.')) continue;
      const message = await manager.streams.getMessage(streamNames.events, { last_by_subj: subject });
      const { version, type, state: told } = message.json<EntityEvent>();
      states[subject] = { version, type, state: told };
      firstSequence = Math.min(firstSequence, message.seq);
    }
    return { states, firstSequence };
  }
  const outbox = connection.collection('outbox');
  await eventually(async () =>
    expect(await outbox.countDocuments({ unsentSince: { $exists: true } })).toBe(0),
  );
  const before = await readStates();
  const { state } = await manager.streams.info(streamNames.events);
  await outbox.deleteMany({});
  await client.request(republishSubject(owner), '', { timeout: 10_000 });
  return eventually(async () => {
    const after = await readStates();
    expect(after.firstSequence).toBeGreaterThan(state.last_seq);
    return { before: before.states, after: after.states };
  });
}
