import { type AuditAction, type AuditRecord, auditActions } from '@khmer-learning/contracts';
import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** The user who acted, with the name at the time of storing: the account may be deleted later. */
export interface AuditActor {
  id: number;
  role: string;
  name: string;
  email: string;
}

export interface AuditRow extends Omit<AuditRecord, 'id' | 'at' | 'action' | 'actor'> {
  /** The id that the record was published with, so that a redelivery is not stored twice. */
  _id: string;
  at: Date;
  action: AuditAction;
  actor: AuditActor | null;
  /** MongoDB deletes the record after this time (TTL index). */
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
  // Serves the erasure of a deleted learner's address.
  .index({ title: 1 })
  // Every index ends with the sort order of the list. One entity has few records, so it needs no further indexes.
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

export const auditModel = modelOf('Audit', auditSchema);
export type AuditModel = ReturnType<typeof auditModel>;
