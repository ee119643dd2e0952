import {
  checkNatsReady,
  ensurePrimary,
  freePort,
  type LocalServer,
  mongoUrlOf,
  natsUrlOf,
  replicaSetName,
  waitFor,
} from '@khmer-learning/local-stack';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';

/** The images of docker-compose.yml. */
const mongoImage = process.env.TEST_MONGO_IMAGE ?? 'mongo:8';
const natsImage = process.env.TEST_NATS_IMAGE ?? 'nats:2-alpine';

/**
 * Starts a container with the same port inside and outside, so that a replica set member has one address.
 *
 * @param waitUntilReady resolves when the server accepts clients; called after every start
 */
async function startServer(
  image: string,
  command: (port: number) => string[],
  url: (port: number) => string,
  waitUntilReady: (port: number) => Promise<void>,
  port: number,
): Promise<LocalServer> {
  const started = await new GenericContainer(image)
    .withCommand(command(port))
    .withExposedPorts({ container: port, host: port })
    .withWaitStrategy(Wait.forListeningPorts())
    .start();
  const { container: runtime } = await getContainerRuntimeClient();
  const container = runtime.getById(started.getId());
  const pidOf = async () => (await container.inspect()).State.Pid;
  const isRunning = async () => (await container.inspect()).State.Running;
  let pid = await pidOf();
  await waitUntilReady(port);
  return {
    port,
    url: url(port),
    get pid() {
      return pid;
    },
    async pause() {
      await container.pause();
    },
    resume() {
      // It may not be paused.
      container.unpause().catch(() => undefined);
    },
    async kill() {
      if (await isRunning()) await container.kill();
    },
    async stop() {
      await started.stop();
    },
    async restart() {
      if (await isRunning()) await container.stop();
      await container.start();
      pid = await pidOf();
      await waitUntilReady(port);
    },
  };
}

/** Starts MongoDB in a container, as a single-node replica set; its data lives as long as the container. */
export async function startMongoContainer(): Promise<LocalServer> {
  return startServer(
    mongoImage,
    (port) => ['mongod', '--replSet', replicaSetName, '--bind_ip_all', '--port', String(port)],
    mongoUrlOf,
    (port) => ensurePrimary(port, { abortReason: () => undefined }),
    await freePort(),
  );
}

/** Starts NATS with JetStream in a container; its streams live as long as the container. */
export async function startNatsContainer(port?: number): Promise<LocalServer> {
  return startServer(
    natsImage,
    (at) => ['nats-server', '-js', '-sd', '/tmp/jetstream', '-p', String(at)],
    natsUrlOf,
    (at) => waitFor('NATS answers', () => checkNatsReady(at), { timeoutMs: 15_000 }),
    port ?? (await freePort()),
  );
}
