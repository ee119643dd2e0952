import { connect, type NatsConnection } from 'nats';

/** Connects to NATS with the credentials of the URL while `work` runs. */
export async function connectAsOperator<T>(
  url: string,
  work: (nats: NatsConnection) => Promise<T>,
): Promise<T> {
  const { host, username, password } = new URL(url);
  const nats = await connect({
    servers: host,
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
  });
  try {
    return await work(nats);
  } finally {
    await nats.close();
  }
}
