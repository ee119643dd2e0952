import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';
import type { SubmissionResult } from './score-answers.ts';

/** The seconds after which a key may be used again. */
const lifetimeSeconds = 24 * 60 * 60;

/** A submission that was sent with an `Idempotency-Key`, and what it was answered with. */
export interface StoredSubmissionKey {
  /** `<caller>:<key>` */
  _id: string;
  /** SHA-256 of the quiz and the answers. */
  fingerprint: string;
  result: SubmissionResult;
  createdAt: Date;
}

const schema = new Schema<StoredSubmissionKey>(
  { _id: String, fingerprint: String, result: Schema.Types.Mixed, createdAt: Date },
  { versionKey: false, minimize: false, collection: 'submission_keys' },
).index({ createdAt: 1 }, { expireAfterSeconds: lifetimeSeconds });

export const submissionKeysOf = modelOf('SubmissionKey', schema);
