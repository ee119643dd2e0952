import { createTempDirectory, startMongo, startNats } from './index.ts';

// Starts the servers of a test, prints their ids and waits to be killed. The paused server must end too.
const folder = await createTempDirectory();
const mongo = await startMongo();
const nats = await startNats();
await nats.pause();
console.log(JSON.stringify({ pids: [mongo.pid, nats.pid], folder }));
setInterval(() => undefined, 1_000);
