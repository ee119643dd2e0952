import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { remoteEventsSchema } from '@khmer-learning/contracts';
import { loadConfigOrExit } from '@khmer-learning/service-kit';
import { z } from 'zod';
import { generateMissingSecrets } from './secrets.ts';

// make-secrets [<folder>]: writes missing secrets and keeps existing ones.
const folder = resolve(process.argv[2] ?? 'secrets');

const { REMOTE_EVENTS } = loadConfigOrExit(z.object({ REMOTE_EVENTS: remoteEventsSchema }));

const existing: Record<string, string> = {};
await mkdir(folder, { recursive: true, mode: 0o700 });
await chmod(folder, 0o700);
for (const name of await readdir(folder))
  existing[name] = (await readFile(join(folder, name), 'utf8')).trim();

const secrets = generateMissingSecrets({ mongo: 'mongo:27017', nats: 'nats:4222' }, existing, REMOTE_EVENTS);
for (const [name, content] of Object.entries(secrets)) {
  const file = join(folder, name);
  if (existing[name] === content) continue;
  // Containers read the files as different users. The folder's mode protects them on this machine.
  if (existsSync(file)) await chmod(file, 0o600);
  await writeFile(file, `${content}\n`);
  await chmod(file, 0o444);
  console.log(`${existing[name] === undefined ? 'created' : 'updated'} ${file}`);
}
