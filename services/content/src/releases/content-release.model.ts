import {
  type Actor,
  type ContentReleaseState,
  contentReleaseEvent,
  type ReleasedItem,
  type ReleaseFailure,
  type Rights,
  type StateOf,
} from '@khmer-learning/contracts';
import type { JobRow, PresentStateSource } from '@khmer-learning/service-kit';
import { modelOf } from '@khmer-learning/service-kit';
import { type Connection, type mongo, Schema } from 'mongoose';

/**
 * A content release: a job's row, due from `heldUntil`. That is its time while it is scheduled, and the time until which quizzes
 * may answer while it is being prepared.
 */
export interface ContentReleaseRow extends JobRow {
  _id: number;
  /** Of its events; 0 before the first one. */
  version: number;
  state: ContentReleaseState;
  items: readonly ReleasedItem[];
  /** null for one that was to be published at once. */
  at: Date | null;
  /** Quizzes has checked and holds its quizzes, which have these titles; null before that. */
  quizTitles: readonly string[] | null;
  failure: ReleaseFailure | null;
  /** Who created it, with which request. */
  actor: Actor | null;
  requestId: string | null;
  /** The creator's rights, if something was taken from them. */
  rights?: Rights | undefined;
  /** When its row is forgotten; the audit log remembers it. */
  expiresAt?: Date;
}

const schema = new Schema<ContentReleaseRow>(
  { _id: Number },
  { versionKey: false, collection: 'content_releases', id: false, strict: false },
);
/** A look for due rows reads few entries: others are scheduled for later. */
schema.index({ heldUntil: 1 });
export const byTime = { at: 1 } as const;
schema.index(byTime);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const contentReleasesOf = modelOf('ContentRelease', schema);

export function contentReleaseRowsOf(connection: Connection): mongo.Collection<ContentReleaseRow> {
  return contentReleasesOf(connection).collection as unknown as mongo.Collection<ContentReleaseRow>;
}

export const quizzesIn = (items: readonly ReleasedItem[]) => items.filter(({ entity }) => entity === 'quiz');

/** What quizzes is asked at the present state of a release; null for nothing. */
export function toContentReleaseState({
  _id: id,
  state,
  items,
  at,
  rights,
}: ContentReleaseRow): StateOf<typeof contentReleaseEvent> | null {
  if (state !== 'preparing' && state !== 'committed') return null;
  const step = state === 'preparing' ? 'prepare' : 'commit';
  const mainLessonIds = rights?.mainLessonIds ?? undefined;
  return { id, step, quizzes: quizzesIn(items), isVersionBound: at === null, mainLessonIds };
}

/** What publishes the requests to quizzes again. A release without quizzes has none. */
export const contentReleaseSource: PresentStateSource = {
  collection: 'content_releases',
  present: async (rows) =>
    (rows as readonly ContentReleaseRow[])
      .filter(({ version }) => version > 0)
      .map((row) => ({
        definition: contentReleaseEvent,
        id: row._id,
        version: row.version,
        state: toContentReleaseState(row),
      })),
};
