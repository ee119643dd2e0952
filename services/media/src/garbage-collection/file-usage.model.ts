import type { Connection, Model } from 'mongoose';
import { Schema } from 'mongoose';

/** The files that one entity uses: this service's small copy of what other services store. */
export interface FileUsage {
  /** `content.lesson.42` */
  _id: string;
  names: string[];
}

const schema = new Schema<FileUsage>(
  { _id: String, names: [String] },
  { versionKey: false, collection: 'uses' },
);
schema.index({ names: 1 });

export function fileUsagesOf(connection: Connection): Model<FileUsage> {
  return connection.models.Use ?? connection.model<FileUsage>('Use', schema);
}
