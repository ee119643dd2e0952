import mongoose, { type Connection } from 'mongoose';

const { Schema } = mongoose;

/** The id of the only document. */
export const privacyPolicyId = 1;

/** The privacy policy as stored. */
export interface PrivacyPolicyRow {
  _id: number;
  text: string;
  version: number;
  updatedAt: Date;
}

const privacyPolicySchema = new Schema<PrivacyPolicyRow>(
  { _id: Number, text: String, version: Number, updatedAt: Date },
  { collection: 'privacy_policy', versionKey: false },
);

/** The Mongoose model of the privacy policy, registered on the service's own connection. */
export function privacyPolicyModel(connection: Connection) {
  return connection.model('PrivacyPolicy', privacyPolicySchema);
}
export type PrivacyPolicyModel = ReturnType<typeof privacyPolicyModel>;
