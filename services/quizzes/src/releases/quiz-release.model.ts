import {
  type Actor,
  quizReleaseEvent,
  type ReleasedItem,
  type ReleaseFailure,
} from '@khmer-learning/contracts';
import { entitySource, type JobRow, modelOf } from '@khmer-learning/service-kit';
import { type Connection, type mongo, Schema } from 'mongoose';

/** What quizzes does for a content release, from the request to prepare to its end: a job's row once it is to be published. */
export interface QuizReleaseRow extends JobRow {
  _id: number;
  /** That of the request which it answers. */
  version: number;
  /** That of the request to publish, which its end answers. */
  endVersion?: number;
  /** Until it ends, its quizzes are held, unless it was refused. */
  step: 'refused' | 'prepared' | 'commit';
  items: readonly ReleasedItem[];
  titles: readonly string[];
  failure: ReleaseFailure | null;
  actor: Actor | null;
  requestId: string | null;
}

const schema = new Schema<QuizReleaseRow>(
  { _id: Number },
  { versionKey: false, collection: 'quiz_releases', id: false, strict: false },
);
schema.index({ heldUntil: 1 });
/** The index of a look for held quizzes. */
const byItem = { 'items.id': 1 } as const;
schema.index(byItem);

export const quizReleasesOf = modelOf('QuizRelease', schema);

export function quizReleaseRowsOf(connection: Connection): mongo.Collection<QuizReleaseRow> {
  return quizReleasesOf(connection).collection as unknown as mongo.Collection<QuizReleaseRow>;
}

/** The ids of those quizzes that a release holds. */
export async function findHeldQuizzes(
  connection: Connection,
  ids: readonly number[],
  session: mongo.ClientSession,
): Promise<ReadonlySet<number>> {
  const found = await quizReleaseRowsOf(connection)
    .find({ 'items.id': { $in: ids as number[] }, step: { $ne: 'refused' } }, { session })
    .hint(byItem)
    .toArray();
  return new Set(found.flatMap(({ items }) => items.map(({ id }) => id)).filter((id) => ids.includes(id)));
}

/** The state of a row in its event. */
export const toQuizReleaseState = ({ _id: id, titles, failure }: QuizReleaseRow) => ({
  ...{ id, failure },
  titles: [...titles],
});

/** What publishes the answers to content again. */
export const quizReleaseSource = entitySource('quiz_releases', quizReleaseEvent, toQuizReleaseState);
