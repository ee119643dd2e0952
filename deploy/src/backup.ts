import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dumpDatabases } from './backup-databases.ts';
import { dumpEvents } from './backup-events.ts';
import { readBackupSettings, requireFolderArgument } from './backup-settings.ts';
import { dumpUploads } from './backup-uploads.ts';

// backup <folder>: everything, while the system runs. docs/operations.md has the settings.
const folder = resolve(
  requireFolderArgument('backup <folder>: say where to, a folder that does not exist yet'),
);
const settings = readBackupSettings();
if (existsSync(folder)) throw new Error(`${folder} exists already`);

// Whole or not there: a backup that was interrupted keeps another name.
const partial = `${folder}.partial`;
await mkdir(partial, { recursive: true, mode: 0o700 });
const startedAt = new Date().toISOString();
// Events first: what happens meanwhile is in the outboxes, and is published again after a restore. The other way
// round the stream would know of changes that the databases have never heard of.
const events = await dumpEvents(settings.natsUrl, join(partial, 'events.jsonl.gz'));
const documents = await dumpDatabases(settings.mongoUri, settings.databases, join(partial, 'databases'));
const files = await dumpUploads(settings.uploads, join(partial, 'uploads'));

const summary = { format: 1, startedAt, finishedAt: new Date().toISOString(), events, documents, files };
await writeFile(join(partial, 'backup.json'), `${JSON.stringify(summary, null, 2)}\n`, { mode: 0o600 });
await rename(partial, folder);
console.log(JSON.stringify(summary));
