import { type AuditRecord, auditRecordSchema, auditStream } from '@khmer-learning/contracts';
import { type DurableConsumer, type Service, startRecordConsumer } from '@khmer-learning/service-kit';
import type { UsersConfig } from '../config.ts';
import { type UserName, type UserNames, userNamesOf } from '../users/user-names.ts';
import { type AuditModel, type AuditRow, auditModel } from './audit.model.ts';

const dayMs = 24 * 60 * 60_000;

/** Keeps what every service tells for the audit trail: each record once, with the name of who is behind it. */
export function startAuditTrail(service: Service<UsersConfig>): DurableConsumer {
  const trail = auditModel(service.connection);
  const userNames = userNamesOf(service.connection);
  return startRecordConsumer(service, {
    durable: 'users-audit',
    stream: auditStream.name,
    filterSubject: `${auditStream.subjectPrefix}.>`,
    schema: auditRecordSchema,
    handle: (records) => storeRecords(trail, userNames, records, service.config.AUDIT_KEEP_DAYS),
  });
}

async function storeRecords(
  trail: AuditModel,
  userNames: UserNames,
  records: readonly AuditRecord[],
  keepDays: number,
): Promise<void> {
  const actors = await namesOf(trail, userNames, records);
  await trail.db.collection<AuditRow>(trail.collection.name).bulkWrite(
    records.map(({ id, at, actor, ...rest }) => {
      const moment = new Date(at);
      const row: Omit<AuditRow, '_id'> = {
        ...rest,
        at: moment,
        actor: actor && { ...(actors.get(actor.id) ?? { name: '', email: '' }), ...actor },
        expiresAt: new Date(moment.getTime() + keepDays * dayMs),
      };
      // One that came before stays as it is: not an error, which could hide that another one was not stored.
      return { updateOne: { filter: { _id: id }, update: { $setOnInsert: row }, upsert: true } };
    }),
    { ordered: false },
  );
}

/** Who is behind records; a person deleted meanwhile has the name of an earlier record. */
async function namesOf(
  trail: AuditModel,
  userNames: UserNames,
  records: readonly AuditRecord[],
): Promise<ReadonlyMap<number, UserName>> {
  const ids = [...new Set(records.flatMap(({ actor }) => (actor ? [actor.id] : [])))];
  const names = await userNames(ids);
  for (const id of ids) {
    if (names.has(id)) continue;
    const known = await trail
      .findOne({ 'actor.id': id }, { actor: 1 })
      .sort({ at: -1, _id: -1 })
      .lean<Pick<AuditRow, 'actor'>>();
    if (known?.actor) names.set(id, { name: known.actor.name, email: known.actor.email });
  }
  return names;
}
