import { type AuditRecord, auditRecordSchema, auditStream } from '@khmer-learning/contracts';
import {
  type DurableConsumer,
  isDuplicateKey,
  type Service,
  startRecordConsumer,
} from '@khmer-learning/service-kit';
import type { UsersConfig } from '../config.ts';
import { type UserModel, type UserRow, userModel } from '../users/user.model.ts';
import { type AuditActor, type AuditModel, type AuditRow, auditModel } from './audit.model.ts';

const dayMs = 24 * 60 * 60_000;

/** Keeps what every service tells for the audit trail: each record once, with the name of who is behind it. */
export function startAuditTrail(service: Service<UsersConfig>): DurableConsumer {
  const trail = auditModel(service.connection);
  const users = userModel(service.connection);
  return startRecordConsumer(service, {
    durable: 'users-audit',
    stream: auditStream.name,
    filterSubject: `${auditStream.subjectPrefix}.>`,
    schema: auditRecordSchema,
    handle: (records) => storeRecords(trail, users, records, service.config.AUDIT_KEEP_DAYS),
  });
}

async function storeRecords(
  trail: AuditModel,
  users: UserModel,
  records: readonly AuditRecord[],
  keepDays: number,
): Promise<void> {
  const actors = await namesOf(trail, users, records);
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

type Named = Pick<AuditActor, 'name' | 'email'>;

/** Who is behind records; a person deleted meanwhile has the name of an earlier record. */
async function namesOf(
  trail: AuditModel,
  users: UserModel,
  records: readonly AuditRecord[],
): Promise<ReadonlyMap<number, Named>> {
  const ids = [...new Set(records.flatMap(({ actor }) => (actor ? [actor.id] : [])))];
  const names = new Map<number, Named>();
  for (const user of await users
    .find({ _id: { $in: ids } }, { firstName: 1, lastName: 1, email: 1 })
    .lean<Pick<UserRow, '_id' | 'firstName' | 'lastName' | 'email'>[]>())
    names.set(user._id, { name: `${user.firstName} ${user.lastName}`, email: user.email });
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
