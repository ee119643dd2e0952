import { isDeepStrictEqual } from 'node:util';
import {
  auditStream,
  deadLetterSubjectPrefix,
  natsDurables,
  type RemoteConsumer,
  type RemoteEvents,
  remoteConsumerPrefix,
  remoteConsumersOf,
  remoteReleasesBucket,
  streamNames,
} from '@khmer-learning/contracts';
import {
  AckPolicy,
  type ConsumerInfo,
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from 'nats';

const streamNotFound = 10_059;
const nameInUse = 10_058;
const noResponders = '503';
const consumerNotFound = 10_014;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const deadLetterMaxBytes = 128 * 1024 ** 2;
/** About half a million records, for a consumer that was offline for long. */
const auditMaxBytes = 256 * 1024 ** 2;
const auditMaxAgeDays = 30;
/** How quickly a remote's backend gets events; one that has missed many would lose the connection otherwise. */
const remoteBitsPerSecond = 8_000_000;

/** Settings of the streams. */
export interface StreamSettings {
  /** Size at which EVENTS rejects new messages. */
  readonly eventsMaxBytes: number;
  /** The least number of servers that store each stream. */
  readonly replicas: number;
}

const commonConfig = ({ replicas }: StreamSettings) => ({
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  num_replicas: replicas,
  allow_direct: true,
  duplicate_window: nanos(2 * minuteMs),
});

function streamConfigs(settings: StreamSettings): StreamTarget[] {
  const common = commonConfig(settings);
  return [
    {
      ...common,
      name: streamNames.events,
      subjects: ['events.>'],
      // Keeps the last event per entity; a full stream rejects new messages instead of dropping old ones.
      max_msgs_per_subject: 1,
      discard: DiscardPolicy.New,
      max_bytes: settings.eventsMaxBytes,
    },
    {
      ...common,
      name: streamNames.deadLetters,
      subjects: [`${deadLetterSubjectPrefix}.>`],
      discard: DiscardPolicy.Old,
      max_bytes: deadLetterMaxBytes,
    },
    {
      ...common,
      name: auditStream.name,
      subjects: [`${auditStream.subjectPrefix}.>`],
      max_msgs_per_subject: 1,
      // The audit log is stored by its consumer; the stream's oldest records were consumed long ago.
      discard: DiscardPolicy.Old,
      max_bytes: auditMaxBytes,
      max_age: nanos(auditMaxAgeDays * dayMs),
    },
  ];
}

type StreamTarget = Partial<StreamConfig> & Pick<StreamConfig, 'name' | 'num_replicas'>;

/** The stream of the key-value bucket of the releases of remotes, as the client would make it. */
function bucketConfig(settings: StreamSettings): StreamTarget {
  return {
    ...commonConfig(settings),
    name: `KV_${remoteReleasesBucket}`,
    subjects: [`$KV.${remoteReleasesBucket}.>`],
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.New,
    allow_rollup_hdrs: true,
    deny_delete: true,
  };
}

/**
 * Creates or updates the streams EVENTS, DEAD and AUDIT, the bucket of releases and all durable consumers, as the
 * operator of an installation whose services may not do so. Safe to repeat while it runs.
 *
 * @param maxUnacknowledged `CONSUMER_MAX_UNACKNOWLEDGED` of the services
 * @param remotes what the own backends of remotes read; consumers of others are deleted
 * @throws NatsError when NATS does not answer, or as `ensureStreams`
 */
export async function prepareNats(
  connection: NatsConnection,
  settings: StreamSettings,
  maxUnacknowledged: number,
  remotes: readonly RemoteEvents[] = [],
): Promise<void> {
  await ensureStreams(connection, settings);
  const manager = await connection.jetstreamManager();
  await ensureStream(manager, bucketConfig(settings));
  for (const durable of natsDurables) await ensureDurable(manager, { ...durable, maxUnacknowledged });
  const wanted = remotes.flatMap(remoteConsumersOf);
  for (const consumer of wanted) await ensureRemoteConsumer(manager, consumer);
  const kept = new Set(wanted.map(({ durable }) => durable));
  const withdrawn: string[] = [];
  for await (const { name } of manager.consumers.list(streamNames.events))
    if (name.startsWith(remoteConsumerPrefix) && !kept.has(name)) withdrawn.push(name);
  for (const name of withdrawn) await manager.consumers.delete(streamNames.events, name);
}

/**
 * Creates a consumer that waits while nobody subscribes to its subject. It takes no acknowledgements, so it holds nothing but its
 * position, and a backend that stops in the middle may miss what was on its way.
 */
async function ensureRemoteConsumer(
  manager: JetStreamManager,
  { stream, durable, filterSubject, deliverSubject }: RemoteConsumer,
): Promise<void> {
  const existing = await findConsumer(manager, stream, durable);
  if (existing) return;
  await manager.consumers.add(stream, {
    durable_name: durable,
    filter_subject: filterSubject,
    deliver_subject: deliverSubject,
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.All,
    rate_limit_bps: remoteBitsPerSecond,
  });
}

/**
 * Creates the streams EVENTS, DEAD and AUDIT that are missing. Where NATS has users, the operator has made them, and
 * NATS refuses this.
 *
 * @throws NatsError when NATS refuses or does not answer
 */
export async function createMissingStreams(
  connection: NatsConnection,
  settings: StreamSettings,
): Promise<void> {
  const manager = await connection.jetstreamManager();
  for (const target of streamConfigs(settings))
    if (!(await findStream(manager, target.name))) await addStream(manager, target);
}

/**
 * Creates or updates the streams EVENTS, DEAD and AUDIT. Safe to call concurrently from several processes. Requires
 * only NATS 2.9.
 *
 * A stream that has more replicas than the setting keeps them: during an update, a process with the former setting
 * must not take copies away. To have fewer, an operator edits the stream.
 *
 * @throws NatsError when the cluster has fewer servers than replicas; the stream then stays as it is, or absent
 */
export async function ensureStreams(connection: NatsConnection, settings: StreamSettings): Promise<void> {
  const manager = await connection.jetstreamManager();
  for (const target of streamConfigs(settings)) await ensureStream(manager, target);
}

async function ensureStream(manager: JetStreamManager, target: StreamTarget): Promise<void> {
  const { name } = target;
  const existing = (await findStream(manager, name)) ?? (await addStream(manager, target));
  if (!existing) return;
  const replicas = Math.max(target.num_replicas, existing.config.num_replicas);
  const wanted = { ...target, num_replicas: replicas };
  // An update of a stream that the server has recovered changes its time of creation, its identity, at the next start.
  const isChanged = Object.entries(wanted).some(
    ([key, value]) => !isDeepStrictEqual(value, existing.config[key as keyof StreamConfig]),
  );
  if (isChanged) await manager.streams.update(name, wanted);
}

async function findConsumer(
  manager: JetStreamManager,
  stream: string,
  durable: string,
): Promise<ConsumerInfo | undefined> {
  return manager.consumers.info(stream, durable).catch((error: unknown) => {
    if (isConsumerMissing(error)) return undefined;
    throw error;
  });
}

async function findStream(manager: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  try {
    return await manager.streams.info(name);
  } catch (error) {
    if (jetStreamErrorCode(error) !== streamNotFound) throw error;
    return undefined;
  }
}

/** Returns the stream that another process has added first; otherwise undefined. */
async function addStream(manager: JetStreamManager, target: StreamTarget): Promise<StreamInfo | undefined> {
  try {
    await manager.streams.add(target);
    return undefined;
  } catch (error) {
    if (jetStreamErrorCode(error) !== nameInUse) throw error;
    return manager.streams.info(target.name);
  }
}

/** The server redelivers an unacknowledged message after this time; also the delay after a crash. */
export const ackWaitMs = 3_000;

/**
 * Finds a durable consumer, or creates it. With another filter, reading restarts from the beginning; the version check
 * makes that harmless. Where only the operator may change it, another `maxUnacknowledged` than the present one has no
 * effect.
 *
 * @throws NatsError when NATS refuses or does not answer
 */
export async function ensureDurable(
  manager: JetStreamManager,
  target: Pick<RemoteConsumer, 'stream' | 'durable' | 'filterSubject'> & {
    readonly maxUnacknowledged: number;
  },
): Promise<ConsumerInfo> {
  const { stream, durable, filterSubject, maxUnacknowledged } = target;
  const existing = await findConsumer(manager, stream, durable);
  const isUsable = existing?.config.filter_subject === filterSubject;
  if (isUsable && existing.config.max_ack_pending === maxUnacknowledged) return existing;
  if (existing && !isUsable) await manager.consumers.delete(stream, durable);
  const config = {
    durable_name: durable,
    filter_subject: filterSubject,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(ackWaitMs),
    max_ack_pending: maxUnacknowledged,
    // Unlimited: services dead-letter messages themselves. When a server stops redelivering, nobody is notified.
    max_deliver: -1,
  };
  return manager.consumers.add(stream, config).catch((error: unknown) => {
    if (isUsable && error instanceof NatsError && error.isPermissionError()) return existing;
    throw error;
  });
}

/** JetStream's own error number, such as 10071 for a wrong last sequence. */
export function jetStreamErrorCode(error: unknown): number | undefined {
  return error instanceof NatsError ? error.api_error?.err_code : undefined;
}

/** Whether the stream does not exist. */
export function isStreamMissing(error: unknown): boolean {
  if (!(error instanceof NatsError)) return false;
  // A full stream also returns 503, but with a JetStream error.
  return error.api_error ? error.api_error.err_code === streamNotFound : error.code === noResponders;
}

/** Whether the consumer or its stream does not exist. */
export function isConsumerMissing(error: unknown): boolean {
  const code = jetStreamErrorCode(error);
  return code === consumerNotFound || code === streamNotFound;
}

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
