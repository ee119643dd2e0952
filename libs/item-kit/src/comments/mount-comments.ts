import {
  type CommentEndpoints,
  type CommentThread,
  commentLimits,
  commentMessages,
  commentThreadEvents,
  type EventDefinition,
  mentionsIn,
  type NewCommentAnchor,
} from '@khmer-learning/contracts';
import {
  ApiError,
  conflict,
  mountEndpoint,
  nextId,
  notFound,
  type RequestContext,
  type ServiceContext,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { ClientSession } from 'mongoose';
import { findStaffNames, findUserNames } from '../history/user-names.ts';
import { entityKeyOf } from '../versions/version-rows.ts';
import { type CommentThreadRow, commentThreadsOf, toCommentThreadState } from './comment-rows.ts';

/** What comments need of the contract of a kind. */
interface CommentedContract {
  readonly event: EventDefinition;
  readonly label: string;
  readonly comments: CommentEndpoints;
}

/** A change of a thread. @returns the thread after it; null: it ends */
type ThreadChange = (thread: CommentThreadRow, actorId: number) => CommentThreadRow | null;

/** Mounts the endpoints of the comments on a kind of item. */
export function mountComments(
  app: FastifyInstance,
  store: ServiceContext,
  { event, label, comments: endpoints }: CommentedContract,
  { model }: { readonly model: { readonly modelName: string } },
): void {
  const { connection } = store;
  const items = connection.model<{ _id: number; title: string }>(model.modelName);
  const rows = commentThreadsOf(connection);
  const threadEvent = commentThreadEvents[endpoints.list.service];
  const keyOf = (id: number) => entityKeyOf({ entity: event.entity, id });

  async function readTitle(id: number, session: ClientSession | null = null): Promise<string> {
    const item = await items.findById(id, { title: 1 }, { session }).lean<{ title: string }>();
    if (!item) throw notFound(label);
    return item.title;
  }

  async function toThreads(found: readonly CommentThreadRow[]): Promise<CommentThread[]> {
    const nameOf = await findUserNames(
      connection,
      found.flatMap(({ comments, resolvedBy }) => [
        ...comments.flatMap(({ authorId, text }) => [authorId, ...mentionsIn(text)]),
        resolvedBy,
      ]),
    );
    const userOf = (id: number) => nameOf(id) ?? { id, name: '' };
    return found.map(({ _id: id, anchor, comments, resolvedAt, resolvedBy }) => ({
      id,
      anchor,
      comments: comments.map(({ authorId, createdAt, editedAt, ...comment }) => ({
        ...comment,
        author: userOf(authorId),
        mentions: mentionsIn(comment.text).map(userOf),
        createdAt: createdAt.toISOString(),
        editedAt: editedAt?.toISOString() ?? null,
      })),
      resolvedAt: resolvedAt?.toISOString() ?? null,
      resolvedBy: nameOf(resolvedBy),
    }));
  }

  async function toThread(row: CommentThreadRow): Promise<CommentThread> {
    const [thread] = await toThreads([row]);
    if (!thread) throw notFound('Comment');
    return thread;
  }

  /** Tells the other services and the audit log of a change. */
  function tell(
    tx: Transaction,
    thread: CommentThreadRow,
    action: Parameters<Transaction['audit']>[1]['action'],
  ) {
    const { _id: id, version, item, title } = thread;
    tx.emitChanged(threadEvent, { id, version, state: toCommentThreadState(thread), surrogateKeys: [] });
    tx.audit(event, { action, id: item.slice(item.indexOf('.') + 1), title });
  }

  async function create(
    id: number,
    { text, anchor }: { readonly text: string; readonly anchor: NewCommentAnchor },
    context: RequestContext,
  ): Promise<CommentThread> {
    const item = keyOf(id);
    const threadId = await nextId(connection, threadEvent.entity);
    const { result } = await transact(store, context, async (tx) => {
      const { session } = tx;
      const title = await readTitle(id, session);
      // Several at once may exceed the limit, which is no rule but a bound of what a read returns.
      const count = await rows.countDocuments({ item }, { session, limit: commentLimits.threads });
      if (count >= commentLimits.threads) throw conflict(commentMessages.threads);
      const thread: CommentThreadRow = {
        ...{ _id: threadId, item, title, anchor: toAnchor(anchor), lastCommentId: 1, version: 1 },
        comments: [newComment(1, text, actorIdOf(context))],
        ...{ resolvedAt: null, resolvedBy: null },
      };
      await rows.insertMany([thread], { session, lean: true });
      tell(tx, thread, 'commented');
      return thread;
    });
    return toThread(result);
  }

  /** Changes a thread; one that the change returns as it is stays so. @throws ApiError 404 */
  async function change(
    { id, thread: threadId }: { readonly id: number; readonly thread: number },
    context: RequestContext,
    action: Parameters<typeof tell>[2],
    apply: ThreadChange,
  ): Promise<CommentThreadRow | null> {
    const { result } = await transact(store, context, async (tx) => {
      const { session } = tx;
      const title = await readTitle(id, session);
      const where = { _id: threadId, item: keyOf(id) };
      const current = await rows.findOne(where, {}, { session }).lean<CommentThreadRow>();
      if (!current) throw notFound('Comment');
      const changed = apply(current, actorIdOf(context));
      if (changed === current) return current;
      const version = current.version + 1;
      if (!changed) {
        await rows.deleteOne({ _id: threadId }, { session });
        tx.emitDeleted(threadEvent, { id: threadId, version, surrogateKeys: [] });
        tx.audit(event, { action, id, title });
        return null;
      }
      const next = { ...changed, title, version };
      await rows.replaceOne({ _id: threadId }, next, { session });
      tell(tx, next, action);
      return next;
    });
    return result;
  }

  /** `change` of a thread that goes on. */
  async function update(...args: Parameters<typeof change>): Promise<CommentThread> {
    const changed = await change(...args);
    if (!changed) throw notFound('Comment');
    return toThread(changed);
  }

  mountEndpoint(app, endpoints.list, async ({ params: { id } }) => {
    await readTitle(id);
    const found = await rows
      .find({ item: keyOf(id) })
      .sort({ _id: 1 })
      .limit(commentLimits.threads)
      .lean<CommentThreadRow[]>();
    return { threads: await toThreads(found) };
  });
  mountEndpoint(app, endpoints.people, async ({ query }) => ({
    people: await findStaffNames(connection, query.search, commentLimits.people),
  }));
  mountEndpoint(app, endpoints.create, (context) => create(context.params.id, context.body, context));
  mountEndpoint(app, endpoints.reply, (context) =>
    update(context.params, context, 'commented', (thread, actorId) => {
      const { comments, lastCommentId } = thread;
      if (comments.length >= commentLimits.comments) throw conflict(commentMessages.comments);
      const comment = newComment(lastCommentId + 1, context.body.text, actorId);
      return { ...thread, ...open, comments: [...comments, comment], lastCommentId: comment.id };
    }),
  );
  mountEndpoint(app, endpoints.edit, (context) =>
    update(context.params, context, 'comment-edited', (thread, actorId) => {
      const { text } = context.body;
      const comment = findComment(thread, context.params.comment);
      if (comment.authorId !== actorId) throw new ApiError(403, commentMessages.notAuthor);
      if (comment.text === text) return thread;
      const edited = { ...comment, text, editedAt: new Date() };
      return { ...thread, comments: thread.comments.map((one) => (one === comment ? edited : one)) };
    }),
  );
  mountEndpoint(app, endpoints.delete, async (context) => {
    await change(context.params, context, 'comment-deleted', (thread, actorId) => {
      const comment = findComment(thread, context.params.comment);
      if (comment.authorId !== actorId && context.actor?.role !== 'admin')
        throw new ApiError(403, commentMessages.notAuthor);
      const comments = thread.comments.filter((one) => one !== comment);
      return comments.length === 0 ? null : { ...thread, comments };
    });
    return { message: commentMessages.deleted };
  });
  mountEndpoint(app, endpoints.resolve, (context) =>
    update(context.params, context, 'comments-resolved', (thread, actorId) =>
      thread.resolvedAt ? thread : { ...thread, resolvedAt: new Date(), resolvedBy: actorId },
    ),
  );
  mountEndpoint(app, endpoints.reopen, (context) =>
    update(context.params, context, 'comments-reopened', (thread) =>
      thread.resolvedAt ? { ...thread, ...open } : thread,
    ),
  );
}

const open = { resolvedAt: null, resolvedBy: null };

function actorIdOf({ actor }: RequestContext): number {
  if (!actor) throw new Error('A comment has an author');
  return actor.id;
}

const newComment = (id: number, text: string, authorId: number) => ({
  ...{ id, authorId, text, createdAt: new Date(), editedAt: null },
});

function findComment({ comments }: CommentThreadRow, id: number) {
  const comment = comments.find((one) => one.id === id);
  if (!comment) throw notFound('Comment');
  return comment;
}

function toAnchor(anchor: NewCommentAnchor): CommentThreadRow['anchor'] {
  if (!anchor || 'field' in anchor) return anchor;
  const { section, row } = anchor;
  return { section: [section], ...(row === undefined ? {} : { row: [row] }) };
}
