import { auditInputForUpdate } from '../audit/audit-input.ts';
import { ApiError } from '../errors/api-error.ts';
import type { JobDefinition } from '../jobs/job-runner.ts';
import { type Lease, LeaseLostError, neverDue } from '../outbox/lease.ts';
import { commit, type Transaction } from '../outbox/transact.ts';
import type { ServiceContext } from '../store/service-context.ts';
import { isUnchanged } from '../versions/changed-fields.ts';
import { type ScheduleRow, scheduleRowsOf } from './schedule-rows.ts';
import type { ScheduledKind } from './schedules.ts';

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
    const { _id, holder = null, entity, id, action, at, contents } = lease.row;
    const { session } = tx;
    const { deletedCount } = await scheduleRowsOf(connection).deleteOne({ _id, holder }, { session });
    // It was cancelled or replaced, or another instance has taken over.
    if (deletedCount !== 1) throw new LeaseLostError();
    const kind = kinds.find(({ definition }) => definition.entity === entity);
    if (!kind) throw new Error(`Unknown kind of item: ${entity}`);
    const item = await kind.read(id, session);
    if (!item) return;
    const patch = action === 'publish' ? { ...contents, status: kind.publishedStatus } : { status: 'draft' };
    const [before, after] = [
      { ...item.contents, status: item.status },
      { ...item.contents, ...patch },
    ];
    if (isUnchanged(before, after)) return;
    await kind.save(tx, id, patch);
    const note = auditInputForUpdate(before, after);
    const detail = [note.detail, `scheduled for ${at.toISOString()}`].filter(Boolean).join(', ');
    tx.audit(kind.definition, { ...note, id, title: item.title, detail });
  }

  return {
    name: 'scheduled publication',
    collection: 'schedules',
    leaseMs,
    // `at` too: the clock may be set back after a failed attempt.
    dueFilter: () => ({ failure: null, at: { $lte: new Date() } }),
    async run(lease) {
      const { _id, holder = null, actor, requestId } = lease.row;
      try {
        // Not as a batch: those of other jobs in the process would delay it.
        await commit(store, { actor, requestId }, (tx) => carryOut(lease, tx));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        const failure = error.issues?.map(({ message }) => message).join('. ') ?? error.message;
        await scheduleRowsOf(connection).updateOne(
          { _id, holder },
          { $set: { failure, holder: null, heldUntil: neverDue } },
        );
      }
    },
  };
}
