import { natsOptionsOf } from '@khmer-learning/service-kit';
import { connect, type NatsConnection } from 'nats';

/** Connects to NATS with the credentials of the URL while `work` runs. */
export async function connectAsOperator<T>(
  url: string,
  work: (nats: NatsConnection) => Promise<T>,
): Promise<T> {
  const nats = await connect(natsOptionsOf(url));
  try {
    return await work(nats);
  } finally {
    await nats.close();
  }
}
