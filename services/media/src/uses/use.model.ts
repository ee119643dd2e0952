import type { Connection, Model } from 'mongoose';
import { Schema } from 'mongoose';

/** The files that one entity uses: this service's small copy of what other services store. */
export interface UseRecord {
  /** `content.lesson.42` */
  _id: string;
  names: string[];
}

const schema = new Schema<UseRecord>(
  { _id: String, names: [String] },
  { versionKey: false, collection: 'uses' },
);
schema.index({ names: 1 });

export function usesOf(connection: Connection): Model<UseRecord> {
  return connection.models.Use ?? connection.model<UseRecord>('Use', schema);
}
