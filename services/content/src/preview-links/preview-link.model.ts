import { lessonEvent } from '@khmer-learning/contracts';
import type { CommitHook } from '@khmer-learning/service-kit';
import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** A link that shows a lesson to whoever has its token. */
export interface PreviewLinkRow {
  _id: number;
  tokenHash: string;
  lessonId: number;
  userId: number;
  createdAt: Date;
  /** MongoDB deletes the row up to a minute later. */
  expiresAt: Date;
}

const schema = new Schema<PreviewLinkRow>(
  { _id: Number, tokenHash: String, lessonId: Number, userId: Number, createdAt: Date, expiresAt: Date },
  { versionKey: false, collection: 'preview_links' },
)
  .index({ tokenHash: 1 }, { unique: true })
  .index({ lessonId: 1, expiresAt: 1 })
  .index({ userId: 1, expiresAt: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const previewLinksOf = modelOf('PreviewLink', schema);

/** Revokes the links of deleted lessons: one that is restored has none. */
export const revokeLinksOfDeleted: CommitHook = {
  async store(connection, changes, { session }) {
    const ids = changes
      .filter(({ definition, after }) => definition.entity === lessonEvent.entity && after === null)
      .map(({ id }) => Number(id));
    if (ids.length > 0) await previewLinksOf(connection).deleteMany({ lessonId: { $in: ids } }, { session });
  },
};
