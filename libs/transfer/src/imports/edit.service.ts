import {
  type ItemEdits,
  itemEditLimits,
  itemEditMessages,
  type lessonEdits,
  messages,
  type quizEdits,
  type ServiceName,
} from '@khmer-learning/contracts';
import {
  ApiError,
  conflict,
  type JobRunner,
  mountEndpoint,
  nextId,
  notFound,
  type RequestContext,
  type ServiceContext,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { maxBytesPerTransaction } from './apply-import.ts';
import { zeroCounts } from './check-import.ts';
import {
  dayMs,
  importCollections,
  ofOwnerIndex,
  retentionExpiry,
  type StoredImport,
  withUpdatedAt,
} from './import.model.ts';
import { createImportJob } from './import-job.ts';
import type { EntityWriter } from './importer.ts';
import { undoing } from './undo.ts';

/** A change of an item, at the version that was seen. */
interface PlannedEdit {
  readonly id: number;
  readonly version: number;
  readonly title: string;
  /** For `EntityWriter.update`; `deleted` deletes the item. */
  readonly patch: object & { readonly status?: string; readonly deleted?: true };
}

const undoableStates = ['applying', 'applied', 'stopped'] as const;
const maxUnderWay = 5;
/** How long a request waits for the outcome; then the caller asks for it. */
const outcomeTimeoutMs = 5_000;
const pollMs = 50;
const maxTitleLength = 500;

/**
 * Mounts the calls for edits of many items, but for their creation, and registers their job. Edits are planned writes of an import
 * without a file, all of them or none; each is visible only to who made it.
 * @param calls 404 for unknown edits, and another user's; 409 when edits cannot be taken back
 * @returns the function that stores edits, which the job applies, and waits for some seconds: then they are `applied`, or still
 * `applying`. It throws ApiError 409 with the reason when nothing was changed, and while five of the user's are under way
 */
export function mountEdits(
  app: FastifyInstance,
  jobs: JobRunner,
  serviceContext: ServiceContext,
  { service, entity }: { readonly service: ServiceName; readonly entity: 'lesson' | 'quiz' },
  writer: EntityWriter,
  calls: Omit<typeof lessonEdits | typeof quizEdits, 'create'>,
) {
  const { connection } = serviceContext;
  const collections = importCollections(connection);
  const { imports, writes } = collections;
  const kind = `${entity}-edits` as const;
  const importer = { kind, service, entity, writers: { [entity]: writer } };
  const wake = jobs.register(createImportJob('edit of many items', serviceContext, collections, [importer]));
  const weight = Math.floor(maxBytesPerTransaction / itemEditLimits.atOnce);

  async function read(_id: number, { actor }: RequestContext): Promise<StoredImport> {
    const found = await imports.findOne({ _id, kind, 'actor.id': actor?.id ?? 0 }).lean<StoredImport>();
    if (!found) throw notFound('Edit');
    return found;
  }

  async function whenOver(id: number, context: RequestContext): Promise<StoredImport> {
    const deadline = performance.now() + outcomeTimeoutMs;
    let row = await read(id, context);
    while ((row.state === 'applying' || row.state === 'undoing') && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      row = await read(id, context);
    }
    return row;
  }

  // The last ones that can be taken back, the newest first.
  mountEndpoint(app, calls.list, async ({ actor }) => {
    const rows = await imports
      .find({ 'actor.id': actor?.id ?? 0, kind, state: { $in: undoableStates } })
      .sort({ _id: -1 })
      .limit(itemEditLimits.listed)
      .hint(ofOwnerIndex)
      .lean<StoredImport[]>();
    return { data: rows.map(toEdits) };
  });
  mountEndpoint(app, calls.get, async (context) => toEdits(await read(context.params.id, context)));
  // Takes edits back, of items that nobody has changed since; waits for some seconds.
  mountEndpoint(app, calls.undo, async (context) => {
    const { id } = context.params;
    const $set = withUpdatedAt(undoing(await read(id, context), context));
    const undoable = { _id: id, state: { $in: undoableStates } };
    const started = await imports.updateOne(undoable, { $set, $unset: { expiresAt: 1 } });
    if (started.modifiedCount > 0) wake();
    else if (['failed', 'undone'].includes((await read(id, context)).state))
      throw conflict(itemEditMessages.notUndoable);
    return toEdits(await whenOver(id, context));
  });

  return async (edits: readonly PlannedEdit[], context: RequestContext): Promise<ItemEdits> => {
    const { actor, requestId, address = null, rights = null } = context;
    if (!actor) throw new ApiError(403, messages.auth.forbidden);
    const underWay = { 'actor.id': actor.id, state: { $in: ['applying', 'undoing'] } };
    if ((await imports.countDocuments(underWay)) >= maxUnderWay) throw conflict(itemEditMessages.tooManyOpen);
    const importId = await nextId(connection, 'import');
    const now = new Date();
    // Later than that of the edits, which begins with their last write.
    const expiresAt = retentionExpiry(now.getTime() + dayMs);
    await writes.insertMany(
      edits.map(({ id, version, title, patch }, seq) => ({
        ...{ importId, run: 0, seq, thing: entity, title, target: { id, version }, needs: [] },
        ...{ payload: patch, weight, journal: null, expiresAt },
      })),
      { lean: true },
    );
    const changes = new Set(edits.map(({ patch }) => changeOf(patch)));
    const [change = 'edited'] = changes.size === 1 ? changes : [];
    const changed = new Set(edits.flatMap(({ patch }) => Object.keys(patch)));
    const fields = [...changed].filter((name) => name !== 'deleted');
    const titles = edits.map(({ title }) => title).join(', ');
    const row: StoredImport = {
      ...{ _id: importId, kind, fileName: titles.slice(0, maxTitleLength) },
      ...{ actor, requestId, address, rights },
      ...{ state: 'applying', progress: { done: 0, total: edits.length }, counts: zeroCounts() },
      ...{ problem: null, edits: { fields, change }, run: 0, writes: edits.length, applied: 0 },
      ...{ failures: 0, holder: null, heldUntil: new Date(0), createdAt: now, updatedAt: now },
    };
    await imports.insertMany([row], { lean: true });
    wake();
    const over = await whenOver(importId, context);
    if (over.state === 'failed') throw conflict(over.problem ?? itemEditMessages.failed);
    return toEdits(over);
  };
}

function changeOf({ deleted, status, ...fields }: PlannedEdit['patch']): ItemEdits['change'] {
  if (deleted) return 'deleted';
  if (status === undefined || Object.keys(fields).length > 0) return 'edited';
  return status === 'draft' ? 'unpublished' : 'published';
}

function toEdits({ _id: id, state, edits, writes: items, progress, ...row }: StoredImport): ItemEdits {
  const { problem, fileName: titles, createdAt } = row;
  if (state === 'mapping' || state === 'checking' || state === 'checked')
    throw new Error(`Edits cannot be ${state}`);
  return {
    ...{ id, state, items, done: progress.done },
    ...{ change: edits?.change ?? 'edited', problem, titles, createdAt: createdAt.toISOString() },
  };
}
