import { hash, randomBytes } from 'node:crypto';
import {
  fillPath,
  type LessonContents,
  type LinkedLesson,
  lessonEvent,
  lessons,
  type PreviewLink,
  previewLinkLimits,
  previewLinkMessages,
  previewLinks,
} from '@khmer-learning/contracts';
import { findUserNames, isActiveStaff, readWorkingCopy } from '@khmer-learning/item-kit';
import {
  ApiError,
  conflict,
  mountEndpoint,
  nextId,
  notFound,
  type RequestContext,
  type ServiceContext,
  transact,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Connection } from 'mongoose';
import { readLesson, readLessonTitles } from '../lessons/reads/lesson.queries.ts';
import { withWorkingCopy } from '../lessons/writes/lesson.kind.ts';
import { sanitizeSectionHtml } from '../lessons/writes/sanitize-sections.ts';
import { readParentLessonTypes } from '../parents/parents.ts';
import { type PreviewLinkRow, previewLinksOf } from './preview-link.model.ts';

const tokenBytes = 32;

export function previewLinkRoutes(app: FastifyInstance, store: ServiceContext): void {
  const { connection } = store;
  const rows = previewLinksOf(connection);
  const working = () => ({ expiresAt: { $gt: new Date() } });

  async function toLinks(found: readonly PreviewLinkRow[]): Promise<PreviewLink[]> {
    const nameOf = await findUserNames(
      connection,
      found.map(({ userId }) => userId),
    );
    return found.map(({ _id: id, userId, createdAt, expiresAt }) => ({
      id,
      createdBy: nameOf(userId) ?? { id: userId, name: '' },
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }));
  }

  async function create(lessonId: number, context: RequestContext) {
    const { id: userId } = actorOf(context);
    const id = await nextId(connection, 'preview-link');
    const token = randomBytes(tokenBytes).toString('base64url');
    const { result } = await transact(store, context, async (tx) => {
      const { session } = tx;
      const found = await readLesson(connection, lessonId, session);
      if (!found) throw notFound('Lesson');
      // Several at once may exceed the limit, which is no rule but a bound of what a person has to look after.
      const limit = previewLinkLimits.perUser;
      const count = await rows.countDocuments({ userId, ...working() }, { session, limit });
      if (count >= limit) throw conflict(previewLinkMessages.tooMany);
      const createdAt = new Date();
      const expiresAt = new Date(createdAt.getTime() + previewLinkLimits.hours * 3_600_000);
      const row = { _id: id, tokenHash: hash('sha256', token), lessonId, userId, createdAt, expiresAt };
      await rows.insertMany([row], { session });
      tx.audit(lessonEvent, { action: 'preview-link-created', id: lessonId, title: found.lesson.title });
      return row;
    });
    const [link] = await toLinks([result]);
    if (!link) throw notFound('Link');
    return { ...link, path: fillPath(previewLinks.page.path, { token }) };
  }

  async function revoke(id: number, context: RequestContext): Promise<void> {
    const actor = actorOf(context);
    await transact(store, context, async (tx) => {
      const { session } = tx;
      const row = await rows.findOne({ _id: id, ...working() }, {}, { session }).lean<PreviewLinkRow>();
      if (!row) throw notFound('Link');
      if (row.userId !== actor.id && actor.role !== 'admin')
        throw new ApiError(403, previewLinkMessages.notCreator);
      await rows.deleteOne({ _id: id }, { session });
      const title = (await readLessonTitles(connection, [row.lessonId])).get(row.lessonId) ?? '';
      tx.audit(lessonEvent, { action: 'preview-link-revoked', id: row.lessonId, title });
    });
  }

  mountEndpoint(app, previewLinks.list, async ({ params }) => {
    const found = await rows
      .find({ lessonId: params.id, ...working() })
      .sort({ expiresAt: -1 })
      .limit(previewLinkLimits.listed)
      .lean<PreviewLinkRow[]>();
    return { links: await toLinks(found) };
  });
  mountEndpoint(app, previewLinks.create, (context) => create(context.params.id, context));
  mountEndpoint(app, previewLinks.revoke, async (context) => {
    await revoke(context.params.id, context);
    return { message: previewLinkMessages.revoked };
  });
  mountEndpoint(app, previewLinks.open, async ({ body: { tokenHash } }) => {
    const row = await rows.findOne({ tokenHash, ...working() }).lean<PreviewLinkRow>();
    const works = row && (await isActiveStaff(connection, row.userId));
    return { lesson: works ? await readLinkedLesson(connection, row.lessonId) : null };
  });
}

/** A lesson with the contents of its working copy, if there is one; null when it is deleted. */
async function readLinkedLesson(connection: Connection, id: number): Promise<LinkedLesson | null> {
  const [found, copy] = await Promise.all([
    readLesson(connection, id, null),
    readWorkingCopy<LessonContents>(connection, lessons, id),
  ]);
  if (!found) return null;
  const typeIds = copy ? [copy.contents.lessonTypeId] : [];
  const types = await readParentLessonTypes(connection, typeIds);
  const { title, description, level, sections, lessonTypeId } = withWorkingCopy(
    found.lesson,
    copy?.contents ?? null,
    (typeId) => types.has(typeId),
  );
  return {
    ...{ title, description, level },
    lessonType: (types.get(lessonTypeId) ?? found.lessonType).title,
    // What was stored may be older than a rule.
    sections: sections.map(({ html, ...section }) => ({
      ...section,
      html: html === null ? null : sanitizeSectionHtml(html),
    })),
  };
}

function actorOf({ actor }: RequestContext) {
  if (!actor) throw new Error('A preview link has a creator');
  return actor;
}
