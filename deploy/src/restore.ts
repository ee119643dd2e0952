import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { finishRestore, prepareRestore, restoreDatabases } from './backup-databases.ts';
import { requireEmptyStream, restoreEvents } from './backup-events.ts';
import { readBackupSettings, requireFolderArgument } from './backup-settings.ts';
import { restoreUploads } from './backup-uploads.ts';

// restore <folder>: restores a backup into empty databases and an empty stream. Stop all services first. After an
// interruption, the same command starts again.
const folder = resolve(requireFolderArgument('restore <folder>: say from where'));
const settings = readBackupSettings();
const backup = await readFile(join(folder, 'backup.json'), 'utf8');
const written = z
  .object({ format: z.literal(1), events: z.number(), documents: z.record(z.string(), z.number()) })
  .parse(JSON.parse(backup));

const { mongoUri, databases, natsUrl } = settings;
await prepareRestore(mongoUri, databases, backup, (isContinued) =>
  requireEmptyStream(natsUrl, settings.streams, isContinued),
);
const files = await restoreUploads(settings.uploads, join(folder, 'uploads'));
const documents = await restoreDatabases(mongoUri, databases, join(folder, 'databases'));
const events = await restoreEvents(natsUrl, join(folder, 'events.jsonl.gz'));
if (events !== written.events || JSON.stringify(documents) !== JSON.stringify(written.documents))
  throw new Error('The backup is damaged: it has less data than backup.json says');
await finishRestore(mongoUri, databases);
console.log(JSON.stringify({ events, documents, files }));
