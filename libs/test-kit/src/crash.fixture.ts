import { createTempDirectory, startMongo, startNats } from './index.ts';

// Starts what a test starts, says so, and waits to be killed. The frozen server must go too.
const folder = await createTempDirectory();
const mongo = await startMongo();
const nats = await startNats();
await nats.pause();
console.log(JSON.stringify({ pids: [mongo.pid, nats.pid], folder }));
setInterval(() => undefined, 1_000);
