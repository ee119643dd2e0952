import { type AuditAction, type AuditRecord, auditActions } from '@khmer-learning/contracts';
import mongoose, { type Connection } from 'mongoose';

const { Schema } = mongoose;

/** Who did it, by the name they had when the record was stored: they may be deleted later. */
export interface AuditActor {
  id: number;
  role: string;
  name: string;
  email: string;
}

/** One line of the audit trail. */
export interface AuditRow extends Omit<AuditRecord, 'id' | 'at' | 'action' | 'actor'> {
  /** The record's own id: it cannot be stored twice. */
  _id: string;
  at: Date;
  action: AuditAction;
  actor: AuditActor | null;
  /** MongoDB removes the row after that. */
  expiresAt: Date;
}

const actorSchema = new Schema<AuditActor>(
  {
    id: { type: Number, required: true },
    role: { type: String, required: true },
    name: { type: String, default: '' },
    email: { type: String, default: '' },
  },
  { _id: false },
);

const auditSchema = new Schema<AuditRow>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    service: { type: String, required: true },
    action: { type: String, required: true, enum: auditActions },
    entity: { type: String, required: true },
    entityId: { type: String, default: '' },
    title: { type: String, default: '' },
    fields: { type: [String], required: true },
    detail: { type: String, default: null },
    actor: { type: actorSchema, default: null },
    address: { type: String, default: null },
    requestId: { type: String, default: null },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'audit', versionKey: false },
)
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  // The order of every list is the end of every index. What is asked of one entity is little, so it needs no more.
  .index({ at: -1, _id: -1 })
  .index({ entityId: 1, entity: 1, at: -1, _id: -1 })
  .index({ entityId: 1, at: -1, _id: -1 })
  .index({ entity: 1, at: -1, _id: -1 })
  .index({ action: 1, at: -1, _id: -1 })
  .index({ 'actor.id': 1, at: -1, _id: -1 })
  .index({ entity: 1, action: 1, at: -1, _id: -1 })
  .index({ 'actor.id': 1, entity: 1, at: -1, _id: -1 })
  .index({ 'actor.id': 1, action: 1, at: -1, _id: -1 })
  .index({ 'actor.id': 1, entity: 1, action: 1, at: -1, _id: -1 });

/** The audit trail, registered on the service's own connection. */
export function auditModel(connection: Connection) {
  return connection.model('Audit', auditSchema);
}
export type AuditModel = ReturnType<typeof auditModel>;
