import { type AuditRecord, auditRecordSchema, auditStream } from '@khmer-learning/contracts';
import {
  type DurableConsumer,
  isDuplicateKey,
  type Service,
  startRecordConsumer,
} from '@khmer-learning/service-kit';
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
  const rows = records.map(({ id, at, actor, ...rest }): AuditRow => {
    const moment = new Date(at);
    return {
      ...rest,
      _id: id,
      at: moment,
      actor: actor && { ...(actors.get(actor.id) ?? { name: '', email: '' }), ...actor },
      expiresAt: new Date(moment.getTime() + keepDays * dayMs),
    };
  });
  try {
    await trail.insertMany(rows, {
      ordered: false,
      lean: true,
    });
  } catch (error) {
    // They came before: the others are stored all the same.
    if (!isDuplicateKey(error)) throw error;
  }
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
