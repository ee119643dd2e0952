import type { contentImports, ResponseOf } from '@khmer-learning/contracts';
import { inBatches, type RequestContext } from '@khmer-learning/service-kit';
import type { ImportCollections, StoredImport, StoredWrite } from './import.model.ts';
import type { AnyImporter } from './importer.ts';

/** What makes the job take back what an import or edits have written, but for what has been changed since. */
export const undoing = (
  { progress }: Pick<StoredImport, 'progress'>,
  { requestId, address = null, rights }: RequestContext,
) => ({
  ...{ state: 'undoing' as const, isUndone: true, problem: null, requestId, address },
  // Takes the lease from an instance that applies it.
  ...{ holder: null, heldUntil: new Date(0), failures: 0, rights: rights ?? null },
  progress: { done: 0, total: progress.done },
});

type ChangesSince = ResponseOf<typeof contentImports.changesSince>;
/** Items that are compared in one query, and items that are listed. */
const batchSize = 500;
const maxListed = 100;

/** What has been changed or deleted since an import was applied: undoing keeps that. Reads versions only, in batches. */
export async function findChangesSince(
  { writes }: ImportCollections,
  { writers }: AnyImporter,
  { _id: importId, run }: StoredImport,
): Promise<ChangesSince> {
  const found: ChangesSince = { data: [], total: 0, items: 0 };
  const written = { importId, run, journal: { $ne: null } };
  const projection = { thing: 1, title: 1, 'journal.id': 1, 'journal.version': 1 } as const;
  const rows = writes.find(written, projection).sort({ seq: 1 }).lean<StoredWrite>().cursor();
  for await (const batch of inBatches(rows, batchSize))
    for (const [thing, writer] of Object.entries(writers)) {
      const own = batch.filter((write) => write.thing === thing);
      if (own.length === 0) continue;
      const versions = await writer.findVersions(own.flatMap(({ journal }) => journal?.id ?? []));
      const changed = own.flatMap(({ journal, title }) =>
        journal && versions.get(journal.id) !== journal.version ? [{ thing, id: journal.id, title }] : [],
      );
      found.items += own.length;
      found.total += changed.length;
      found.data.push(...changed.slice(0, maxListed - found.data.length));
    }
  return found;
}
