import { type AuditRecord, auditRecordSchema, auditStream } from '@khmer-learning/contracts';
import { type DurableConsumer, type Service, startRecordConsumer } from '@khmer-learning/service-kit';
import type { UsersConfig } from '../config.ts';
import {
  createUserNameLookup,
  type UserDisplayInfo,
  type UserNameLookup,
} from '../users/user-name-lookup.ts';
import { createRecordDeliveries } from '../webhooks/webhook.consumer.ts';
import { type AuditModel, type AuditRow, auditModel } from './audit.model.ts';

const dayMs = 24 * 60 * 60_000;
/** Nobody waits for a record to appear in the audit log. */
const gatherMs = 1_000;

/** Consumes the audit records of all services. Stores each record once, together with the actor's name. */
export function startAuditLogConsumer(service: Service<UsersConfig>): DurableConsumer {
  const auditLog = auditModel(service.connection);
  const findUserNames = createUserNameLookup(service.connection);
  const storeDeliveries = createRecordDeliveries(service);
  return startRecordConsumer(service, {
    durable: 'users-audit',
    stream: auditStream.name,
    filterSubject: `${auditStream.subjectPrefix}.>`,
    schema: auditRecordSchema,
    gatherMs,
    async handle(records) {
      // Before the records: those that are stored are not looked at again after a kill.
      await storeDeliveries(records);
      await storeRecords(auditLog, findUserNames, records, service.config.AUDIT_RETENTION_DAYS);
    },
  });
}

async function storeRecords(
  auditLog: AuditModel,
  findUserNames: UserNameLookup,
  records: readonly AuditRecord[],
  retentionDays: number,
): Promise<void> {
  const rows = auditLog.db.collection<AuditRow>(auditLog.collection.name);
  const stored = await rows
    .find({ _id: { $in: records.map(({ id }) => id) } }, { projection: { _id: 1 } })
    .toArray();
  const storedIds = new Set(stored.map(({ _id }) => _id));
  // A redelivered record is left unchanged; a repeated one is stored once.
  const byId = new Map(records.map((record) => [record.id, record]));
  const added = [...byId.values()].filter(({ id }) => !storedIds.has(id));
  if (added.length === 0) return;
  const actors = await resolveActorNames(auditLog, findUserNames, added);
  await rows.insertMany(
    added.map(({ id, at, actor, ...rest }) => {
      const moment = new Date(at);
      return {
        ...rest,
        _id: id,
        at: moment,
        actor: actor && { ...(actors.get(actor.id) ?? { name: '', email: '' }), ...actor },
        expiresAt: new Date(moment.getTime() + retentionDays * dayMs),
      };
    }),
    // If another instance has stored one of them meanwhile, this fails, and the records are handled again one by one.
    { ordered: false },
  );
}

/** The actors' names by user id. A deleted user gets the name from an earlier record. */
async function resolveActorNames(
  auditLog: AuditModel,
  findUserNames: UserNameLookup,
  records: readonly AuditRecord[],
): Promise<ReadonlyMap<number, UserDisplayInfo>> {
  const ids = [...new Set(records.flatMap(({ actor }) => (actor ? [actor.id] : [])))];
  const names = await findUserNames(ids);
  for (const id of ids) {
    if (names.has(id)) continue;
    const known = await auditLog
      .findOne({ 'actor.id': id }, { actor: 1 })
      .sort({ at: -1, _id: -1 })
      .lean<Pick<AuditRow, 'actor'>>();
    if (known?.actor) names.set(id, { name: known.actor.name, email: known.actor.email });
  }
  return names;
}
