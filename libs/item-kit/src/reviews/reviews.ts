import {
  type BodyOf,
  type Review,
  type ReviewEndpoints,
  type ReviewedItem,
  reviewLimits,
  reviewMessages,
} from '@khmer-learning/contracts';
import {
  ApiError,
  commit,
  conflict,
  notFound,
  type RequestContext,
  type ServiceContext,
  staleVersion,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import { openStates, type ReviewRow, reviewId, storeReview } from '../changes/end-reviews.ts';
import { findUserNames } from '../history/user-names.ts';
import { requireRights } from '../rights/require-rights.ts';
import type { ScheduledKind } from '../schedules/schedules.ts';
import { findRequested, reviewRowsOf, toListedReview, toReview } from './review-rows.ts';

/** The reviews of one kind of item. */
export type Reviews = ReturnType<typeof createReviews>;

/** Creates the reviews of one kind of item. */
export function createReviews(store: ServiceContext, kind: ScheduledKind) {
  const { connection } = store;
  const { definition, label, workingCopies } = kind;
  const { entity } = definition;

  async function readRow(id: number, { session }: Transaction): Promise<ReviewRow | null> {
    return reviewRowsOf(connection).findOne({ _id: reviewId({ entity, id }) }, { session });
  }

  /** Reads and locks what a user has seen. */
  async function readSeen(tx: Transaction, id: number, version: number) {
    const item = await workingCopies.readItem(id, tx.session);
    if (!item) throw notFound(label);
    const copy = await workingCopies.readInTransaction(tx, id);
    const of = copy ? ('working-copy' as const) : ('item' as const);
    const requireVersion = () => {
      if (version !== (copy ?? item).version) throw staleVersion(label.toLowerCase());
    };
    return { item, copy, of, requireVersion };
  }

  async function readRequested(tx: Transaction, id: number): Promise<ReviewRow> {
    const row = await readRow(id, tx);
    if (row?.state === 'requested') return row;
    const { answeredBy = null, state = 'ended' } = row ?? {};
    const by = (await findUserNames(connection, [answeredBy]))(answeredBy)?.name;
    if (state === 'ended' || by === undefined) throw conflict(reviewMessages.over);
    throw conflict(state === 'granted' ? reviewMessages.publishedBy(by) : reviewMessages.answeredBy(by));
  }

  async function toAnswer(row: ReviewRow): Promise<Review> {
    const nameOf = await findUserNames(connection, [row.requestedBy, row.answeredBy]);
    const review = toReview(row, nameOf, { item: row.reviewedVersion, copy: row.reviewedVersion });
    if (!review) throw notFound('Review');
    return review;
  }

  return {
    /** @throws ApiError 403 for who may not change the item, 404, 409 when the version is stale or there is nothing to publish */
    async request(
      id: number,
      { version, message }: BodyOf<ReviewEndpoints['request']>,
      context: RequestContext,
    ): Promise<Review> {
      const { result } = await transact(store, context, async (tx) => {
        const { item, copy, of, requireVersion } = await readSeen(tx, id, version);
        const { title, mainLessonId } = item;
        requireRights(tx.rights, { isPublished: false, mainLessonId });
        if (item.isPublished && !copy) throw conflict(reviewMessages.nothing);
        requireVersion();
        const row = await storeReview(connection, tx, definition, await readRow(id, tx), {
          ...{ _id: reviewId({ entity, id }), entity, id, title, state: 'requested', of, message },
          ...{ reviewedVersion: version, mainLessonId },
          ...{ requestedBy: actorIdOf(context), requestedAt: new Date() },
          ...{ answeredBy: null, answeredAt: null, answer: null },
        });
        await kind.setMark(tx, id, 'review', true);
        tx.audit(definition, { action: 'review-requested', id, title });
        return row;
      });
      return toAnswer(result);
    },

    /** @throws ApiError 403 for others than the requester and who may publish, 404 without a review */
    async withdraw(id: number, context: RequestContext): Promise<{ message: string }> {
      await transact(store, context, async (tx) => {
        const item = await workingCopies.readItem(id, tx.session);
        const row = await readRow(id, tx);
        if (!item || !row || !openStates.some((state) => state === row.state)) throw notFound('Review');
        if (row.requestedBy !== actorIdOf(context)) {
          if (tx.rights?.canPublish === false) throw new ApiError(403, reviewMessages.notRequester);
          await workingCopies.requirePublishing(tx, id);
        }
        const { title } = item;
        const withdrawn = { title, state: 'ended', message: '', answer: null } as const;
        await storeReview(connection, tx, definition, row, { ...row, ...withdrawn });
        await kind.setMark(tx, id, 'review', false);
        tx.audit(definition, { action: 'review-withdrawn', id, title });
      });
      return { message: reviewMessages.withdrawn };
    },

    /** @throws ApiError 403, 404 without an item, 409 when the version is stale or somebody has answered */
    async askForChanges(
      id: number,
      { version, message: answer }: BodyOf<ReviewEndpoints['askForChanges']>,
      context: RequestContext,
    ): Promise<Review> {
      const { result } = await transact(store, context, async (tx) => {
        const { item, requireVersion } = await readSeen(tx, id, version);
        await workingCopies.requirePublishing(tx, id);
        const row = await readRequested(tx, id);
        requireVersion();
        const { title } = item;
        const answered = { answeredBy: actorIdOf(context), answeredAt: new Date(), answer };
        const changed = { ...row, ...answered, title, state: 'changes-requested' } as const;
        tx.audit(definition, { action: 'changes-requested', id, title });
        return storeReview(connection, tx, definition, row, changed);
      });
      return toAnswer(result);
    },

    /** Publishes what was reviewed. @throws ApiError as `askForChanges`, and as a publication */
    async grant(
      id: number,
      { version }: BodyOf<ReviewEndpoints['grant']>,
      context: RequestContext,
    ): Promise<{ message: string }> {
      await commit(store, context, async (tx) => {
        const { copy, requireVersion } = await readSeen(tx, id, version);
        await workingCopies.requirePublishing(tx, id);
        await readRequested(tx, id);
        requireVersion();
        if (copy) {
          const { title, changedFields: fields } = await workingCopies.publishInTransaction(tx, id);
          tx.audit(definition, { action: 'working-copy-published', id, title, fields });
        } else {
          const { publishedStatus: status } = kind;
          const { title } = await kind.save(tx, id, { status });
          tx.audit(definition, { action: 'status', id, title, fields: ['status'], detail: status });
        }
      });
      return { message: reviewMessages.granted };
    },

    /** Lists those that wait for a reviewer, the oldest first. */
    async list(): Promise<{ data: ReviewedItem[]; isComplete: boolean }> {
      const found = await findRequested(connection, definition, reviewLimits.listed + 1);
      const rows = found.slice(0, reviewLimits.listed);
      const titles = await kind.readTitles(rows.map(({ id }) => id));
      const nameOf = await findUserNames(
        connection,
        rows.map(({ requestedBy }) => requestedBy),
      );
      const data = rows.flatMap((row) => {
        const title = titles.get(row.id);
        const review = toListedReview(row, nameOf);
        return title === undefined || !review ? [] : [{ ...review, id: row.id, title }];
      });
      return { data, isComplete: found.length === rows.length };
    },
  };
}

function actorIdOf({ actor }: RequestContext): number {
  if (!actor) throw new Error('A review has a requester');
  return actor.id;
}
