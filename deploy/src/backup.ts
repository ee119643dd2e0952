import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dumpDatabases } from './backup-databases.ts';
import { dumpEvents } from './backup-events.ts';
import { readBackupSettings, requireFolderArgument } from './backup-settings.ts';
import { dumpUploads } from './backup-uploads.ts';

// backup <folder>: backs up all data while the system runs. docs/operations.md describes the settings.
const folder = resolve(
  requireFolderArgument('backup <folder>: say where to, a folder that does not exist yet'),
);
const settings = readBackupSettings();
if (existsSync(folder)) throw new Error(`${folder} exists already`);

// An interrupted backup keeps the suffix, so that it cannot be mistaken for a complete one.
const partial = `${folder}.partial`;
await mkdir(partial, { recursive: true, mode: 0o700 });
const startedAt = new Date().toISOString();
// Events first: changes made in the meantime are in the outboxes and are published again after a restore. In the
// reverse order, the stream would contain changes that the databases do not have.
const events = await dumpEvents(settings.natsUrl, join(partial, 'events.jsonl.gz'));
const documents = await dumpDatabases(settings.mongoUri, settings.databases, join(partial, 'databases'));
const files = await dumpUploads(settings.uploads, join(partial, 'uploads'));

const summary = { format: 1, startedAt, finishedAt: new Date().toISOString(), events, documents, files };
await writeFile(join(partial, 'backup.json'), `${JSON.stringify(summary, null, 2)}\n`, { mode: 0o600 });
await rename(partial, folder);
console.log(JSON.stringify(summary));
