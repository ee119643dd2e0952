import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** The files that one entity of another service uses: a replica, fed by events. */
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

export const fileUsagesOf = modelOf('Use', schema);
