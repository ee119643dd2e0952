import { specificErrorCodes } from '@khmer-learning/contracts';
import {
  ApiError,
  changedFields,
  commit,
  isUnchanged,
  type JobDefinition,
  type Lease,
  LeaseLostError,
  neverDue,
  type ServiceContext,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import { endReview } from '../changes/end-reviews.ts';
import { auditInputForUpdate } from '../versions/audit-input.ts';
import { type VersionRow, versionRowId, versionsOf } from '../versions/version-rows.ts';
import { publishSaved } from './publish-together.ts';
import { type ScheduleRow, scheduleRowsOf } from './schedule-rows.ts';
import type { ScheduledItem, ScheduledKind } from './schedules.ts';

/** With the pause between two looks, at most two seconds, a schedule of a killed instance is done within 5 s too. */
const leaseMs = 2_500;

/**
 * Publishes and unpublishes items at their time, by the clock of the instance. The schedule is removed by the transaction that
 * carries it out, so that happens once. One that is refused keeps the reason in `failure` and is not tried again.
 */
export function scheduleJob(
  store: ServiceContext,
  kinds: readonly ScheduledKind[],
): JobDefinition<ScheduleRow> {
  const { connection } = store;

  async function carryOut(lease: Lease<ScheduleRow>, tx: Transaction): Promise<void> {
    const { _id, holder = null, entity, id, action, contents } = lease.row;
    const { session } = tx;
    const { deletedCount } = await scheduleRowsOf(connection).deleteOne({ _id, holder }, { session });
    // It was cancelled or replaced, or another instance has taken over.
    if (deletedCount !== 1) throw new LeaseLostError();
    const kind = kinds.find(({ definition }) => definition.entity === entity);
    if (!kind) throw new Error(`Unknown kind of item: ${entity}`);
    const item = await kind.workingCopies.readItem(id, session);
    if (!item) return;
    await kind.setMark(tx, id, 'schedule', false);
    if (action === 'publish')
      await (contents
        ? publishPinned(tx, kind, lease.row, contents, item)
        : publishSaved(tx, kind, id, item, describeTime(lease.row)));
    else if (item.isPublished) {
      await kind.save(tx, id, { status: 'draft' });
      tx.audit(kind.definition, {
        action: 'status',
        id,
        title: item.title,
        fields: ['status'],
        detail: `draft, ${describeTime(lease.row)}`,
      });
    }
  }

  async function publishPinned(
    tx: Transaction,
    kind: ScheduledKind,
    row: ScheduleRow,
    contents: object,
    item: ScheduledItem,
  ): Promise<void> {
    const { session } = tx;
    const { id } = row;
    const { definition, publishedStatus: status, workingCopies } = kind;
    if (item.isPublished && !isUnchanged(item.contents, contents))
      await workingCopies.requireContentsAt(row.baseVersion, id, item, session);
    const { version, title } = await kind.save(tx, id, { ...contents, status });
    await endReview(connection, tx, { definition, id }, 'granted', tx.actor?.id ?? null);
    // Later changes, of the draft or of the working copy, become or stay the working copy.
    const latest = item.isPublished
      ? await workingCopies.readInTransaction(tx, id)
      : { contents: item.contents, ...(await readSave(definition.entity, id, item.version, session)) };
    const newer = latest && !isUnchanged(latest.contents, contents) ? latest : null;
    await workingCopies.replaceInTransaction(
      tx,
      id,
      newer ? { ...newer, baseVersion: version } : 'published',
    );
    const before = { ...item.contents, status: item.isPublished ? status : 'draft' };
    const after = { ...contents, status };
    if (isUnchanged(before, after)) return;
    const note = item.isPublished
      ? { action: 'working-copy-published' as const, fields: changedFields(before, after) }
      : auditInputForUpdate(before, after);
    const detail = [note.detail, describeTime(row)].filter(Boolean).join(', ');
    tx.audit(definition, { ...note, id, title, detail });
  }

  /** Who saved a version of an item, and when. */
  async function readSave(entity: string, id: number, version: number, session: ClientSession) {
    const saved = await versionsOf(connection)
      .findById(versionRowId({ entity, id }, version), { savedBy: 1, savedAt: 1 }, { session })
      .lean<VersionRow>();
    return { savedBy: saved?.savedBy ?? null, savedAt: saved?.savedAt ?? new Date() };
  }

  return {
    name: 'scheduled publication',
    collection: 'schedules',
    leaseMs,
    // `at` too: the clock may be set back after a failed attempt.
    dueFilter: (at) => ({ failure: null, at: { $lte: at } }),
    async run(lease) {
      const { _id, holder = null, actor, requestId } = lease.row;
      try {
        // Not as a batch: those of other jobs in the process would delay it.
        await commit(store, { actor, requestId }, (tx) => carryOut(lease, tx));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        if (error.code === specificErrorCodes.beingPublished) throw error;
        const failure = error.issues?.map(({ message }) => message).join('. ') ?? error.message;
        await scheduleRowsOf(connection).updateOne(
          { _id, holder },
          { $set: { failure, holder: null, heldUntil: neverDue } },
        );
      }
    },
  };
}

/** In words of the audit log: `scheduled for 2026-11-24T06:00:00.000Z`. */
const describeTime = ({ at }: ScheduleRow) => `scheduled for ${at.toISOString()}`;
