import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { restoreDatabases } from './backup-databases.ts';
import { requireEmptyStream, restoreEvents } from './backup-events.ts';
import { readBackupSettings, requireFolderArgument } from './backup-settings.ts';
import { restoreUploads } from './backup-uploads.ts';

// restore <folder>: restores a backup into empty databases and an empty stream. Stop all services first.
const folder = resolve(requireFolderArgument('restore <folder>: say from where'));
const settings = readBackupSettings();
const written = z
  .object({ format: z.literal(1), events: z.number(), documents: z.record(z.string(), z.number()) })
  .parse(JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')));

await requireEmptyStream(settings.natsUrl, settings.streams);
// Files first: their storage may be away, and they can be copied again, which databases that are not empty refuse.
const files = await restoreUploads(settings.uploads, join(folder, 'uploads'));
const documents = await restoreDatabases(settings.mongoUri, settings.databases, join(folder, 'databases'));
const events = await restoreEvents(settings.natsUrl, join(folder, 'events.jsonl.gz'));
if (events !== written.events || JSON.stringify(documents) !== JSON.stringify(written.documents))
  throw new Error('The backup is damaged: it has less data than backup.json says');
console.log(JSON.stringify({ events, documents, files }));
