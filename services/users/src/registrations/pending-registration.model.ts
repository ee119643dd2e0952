import mongoose, { type Connection, type Types } from 'mongoose';

const { Schema } = mongoose;

/** A registration whose email address is not confirmed yet. No account exists before that. */
export interface PendingRegistrationRow {
  _id: Types.ObjectId;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  /** SHA-256 (hex) of the token in the link; absent until the link is mailed. */
  tokenHash?: string;
  expiresAt: Date;
}

const pendingRegistrationSchema = new Schema<PendingRegistrationRow>(
  {
    email: { type: String, required: true },
    passwordHash: { type: String, required: true },
    firstName: { type: String, required: true },
    lastName: { type: String, required: true },
    tokenHash: String,
    expiresAt: { type: Date, required: true },
  },
  { collection: 'pending_registrations', versionKey: false },
)
  .index({ tokenHash: 1 }, { unique: true, sparse: true })
  .index({ email: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The Mongoose model of the unconfirmed registrations, registered on the service's own connection. */
export function pendingRegistrationModel(connection: Connection) {
  return connection.model('PendingRegistration', pendingRegistrationSchema);
}
export type PendingRegistrationModel = ReturnType<typeof pendingRegistrationModel>;
