import type { SecondFactorRequirement } from '@khmer-learning/contracts';
import mongoose, { type Connection } from 'mongoose';

const { Schema } = mongoose;

/** The id of the only document. */
export const secondFactorPolicyId = 1;

/** Of whom a second factor is required, and from when on. */
export interface SecondFactorPolicyRow {
  _id: number;
  requiredOf: SecondFactorRequirement;
  from: Date;
  version: number;
}

const secondFactorPolicySchema = new Schema<SecondFactorPolicyRow>(
  { _id: Number, requiredOf: String, from: Date, version: Number },
  { collection: 'second_factor_policy', versionKey: false },
);

/** The Mongoose model of the policy, registered on the service's own connection. */
export function secondFactorPolicyModel(connection: Connection) {
  return connection.model('SecondFactorPolicy', secondFactorPolicySchema);
}
export type SecondFactorPolicyModel = ReturnType<typeof secondFactorPolicyModel>;
