import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

export interface FileRecord {
  _id: string;
  /** Bytes; absent until the file has been found in the storage. */
  size?: number;
  /** SHA-256 in hex; absent until it was computed, for files from before hashes were stored. */
  hash?: string;
  /** Absent when the file did not come through an upload. */
  uploadedBy?: number;
  createdAt: Date;
  /** Since when no entity has used it; absent while it is in use. */
  unusedSince?: Date;
}

const schema = new Schema<FileRecord>(
  { _id: String, size: Number, hash: String, uploadedBy: Number, createdAt: Date, unusedSince: Date },
  { versionKey: false, collection: 'files' },
);
schema.index({ unusedSince: 1 }, { sparse: true });

export const filesOf = modelOf('File', schema);
