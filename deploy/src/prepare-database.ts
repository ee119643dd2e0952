import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { mongo } from 'mongoose';
import { replicaSetName, servicesWithDatabase } from './secrets.ts';

// Runs once before the services: initiates a replica set with one member and creates a user for each service's database.
const waitMs = 120_000;
const alreadyInitialized = 23;

const host = process.env.MONGO_HOST ?? 'mongo:27017';
const readSecret = async (name: string) => {
  const file = process.env[`${name}_FILE`];
  if (!file) throw new Error(`${name}_FILE is not set`);
  return (await readFile(file, 'utf8')).trim();
};

const client = new mongo.MongoClient(`mongodb://${host}/?directConnection=true`, {
  auth: { username: 'root', password: await readSecret('MONGO_ROOT_PASSWORD') },
  authSource: 'admin',
  serverSelectionTimeoutMS: 2_000,
});
const deadline = Date.now() + waitMs;

async function waitFor(what: string, attempt: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`${what}: ${(error as Error).message}`);
      await delay(500);
    }
  }
}

await waitFor('mongod does not answer', () => client.connect());
const admin = client.db('admin');
await admin
  .command({ replSetInitiate: { _id: replicaSetName, members: [{ _id: 0, host }] } })
  .catch((error: unknown) => {
    if (!(error instanceof mongo.MongoServerError) || error.code !== alreadyInitialized) throw error;
  });
await waitFor('mongod has not become primary', async () => {
  const hello = await admin.command({ isMaster: 1 });
  if (hello.ismaster !== true) throw new Error('not primary yet');
});

for (const service of servicesWithDatabase) {
  const { username, password, pathname } = new URL(await readSecret(`MONGODB_URI_${service.toUpperCase()}`));
  const database = client.db(pathname.slice(1));
  const roles = [{ role: 'readWrite', db: database.databaseName }];
  const { users } = await database.command({ usersInfo: username });
  // If the secret has changed, update the user's password.
  const task = users.length > 0 ? { updateUser: username } : { createUser: username };
  await database.command({ ...task, pwd: password, roles });
}
await client.close();
console.log(`${servicesWithDatabase.length} database users are ready`);
