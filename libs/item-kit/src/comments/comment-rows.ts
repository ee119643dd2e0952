import {
  type CommentAnchor,
  type CommentThreadEvent,
  commentThreadEvents,
  mentionsIn,
  type StateOf,
} from '@khmer-learning/contracts';
import {
  entitySource,
  modelOf,
  type PresentStateSource,
  type Transaction,
} from '@khmer-learning/service-kit';
import { type Connection, Schema } from 'mongoose';
import { entityKeyOf, type VersionedEntity } from '../versions/version-rows.ts';

/** A comment of a thread. */
interface CommentRow {
  /** 1, 2, 3… within the thread; never reused. */
  readonly id: number;
  readonly authorId: number;
  readonly text: string;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
}

/** A thread of comments on an item. */
export interface CommentThreadRow {
  _id: number;
  /** `lesson.42` */
  item: string;
  /** The item's title at the last change of the thread. */
  title: string;
  anchor: CommentAnchor;
  comments: readonly CommentRow[];
  lastCommentId: number;
  resolvedAt: Date | null;
  resolvedBy: number | null;
  version: number;
}

const schema = new Schema<CommentThreadRow>(
  {
    _id: Number,
    item: String,
    title: String,
    anchor: Schema.Types.Mixed,
    comments: Schema.Types.Mixed,
    lastCommentId: Number,
    resolvedAt: Date,
    resolvedBy: Number,
    version: Number,
  },
  { versionKey: false, collection: 'comment_threads' },
).index({ item: 1, _id: 1 });

/** The model of the collection `comment_threads` on a connection; registers it on first use. */
export const commentThreadsOf = modelOf('CommentThread', schema);

/** The state of a thread in its event. */
export function toCommentThreadState(row: CommentThreadRow): StateOf<CommentThreadEvent> {
  const [entity = '', id] = row.item.split('.');
  return {
    id: row._id,
    item: { entity, id: Number(id), title: row.title },
    comments: row.comments.map((comment) => ({
      id: comment.id,
      authorId: comment.authorId,
      mentions: mentionsIn(comment.text),
      createdAt: comment.createdAt.toISOString(),
    })),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  };
}

/** What publishes the comment threads of a service again. */
export function commentThreadSource(service: keyof typeof commentThreadEvents): PresentStateSource {
  return entitySource<CommentThreadRow, CommentThreadEvent>(
    'comment_threads',
    commentThreadEvents[service],
    toCommentThreadState,
  );
}

/** Creates the function that erases the threads of an erased item, in the same transaction, for `erasureJob`. */
export function createCommentEraser(connection: Connection, service: keyof typeof commentThreadEvents) {
  return async (tx: Transaction, item: VersionedEntity): Promise<void> => {
    const { session } = tx;
    const where = { item: entityKeyOf(item) };
    const rows = commentThreadsOf(connection);
    const threads = await rows
      .find(where, { version: 1 }, { session })
      .lean<Pick<CommentThreadRow, '_id' | 'version'>[]>();
    if (threads.length === 0) return;
    await rows.deleteMany(where, { session });
    for (const { _id: id, version } of threads)
      tx.emitDeleted(commentThreadEvents[service], { id, version: version + 1, surrogateKeys: [] });
  };
}
