import type { Connection, Model } from 'mongoose';
import { Schema } from 'mongoose';

/** What is known of a stored file. */
export interface FileRecord {
  /** The file's name. */
  _id: string;
  /** Bytes; absent until the file itself has been seen. */
  size?: number;
  /** Absent when the file did not come through an upload. */
  uploadedBy?: number;
  createdAt: Date;
  /** Since when nothing uses it; absent while something does. */
  unusedSince?: Date;
}

const schema = new Schema<FileRecord>(
  { _id: String, size: Number, uploadedBy: Number, createdAt: Date, unusedSince: Date },
  { versionKey: false, collection: 'files' },
);
schema.index({ unusedSince: 1 }, { sparse: true });

export function filesOf(connection: Connection): Model<FileRecord> {
  return connection.models.File ?? connection.model<FileRecord>('File', schema);
}
