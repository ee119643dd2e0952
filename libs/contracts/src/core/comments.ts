import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { eventDefinition } from './event.ts';
import { idParams, isoDate, messageResponse, requiredText, searchFilter, serialId } from './fields.ts';
import { versionUserSchema } from './versions.ts';

/** Limits of comments. */
export const commentLimits = {
  /** Characters of a comment. */
  text: 4_000,
  /** Different people that a comment mentions. */
  mentions: 20,
  /** Threads of an item, resolved ones too. */
  threads: 200,
  /** Comments of a thread. */
  comments: 50,
  /** People that a search finds. */
  people: 10,
  /** Texts by which an anchor knows its section or row, and characters of each. */
  knownTexts: 10,
  knownText: 500,
} as const;

export const commentMessages = {
  text: 'Comment is required',
  mentions: `At most ${commentLimits.mentions} people can be mentioned`,
  threads: 'There are too many comments here. Delete resolved ones first',
  comments: 'This thread is full. Begin a new one',
  notAuthor: 'Only its author can do this',
  deleted: 'The comment was deleted',
} as const;

/** A mention in a text, `<@12>`: the id of a user, whose name is looked up when it is shown. */
const mentionPattern = /<@([1-9]\d{0,14})>/g;

/** The token that mentions a user. */
export const mentionOf = (userId: number): string => `<@${userId}>`;

/** The ids of the users that a text mentions, each once. */
export function mentionsIn(text: string): number[] {
  return [...new Set([...text.matchAll(mentionPattern)].map(([, id]) => Number(id)))];
}

/** A text in parts: plain texts, and the ids of the users that it mentions. */
export function splitMentions(text: string): (string | number)[] {
  return text.split(mentionPattern).map((part, index) => (index % 2 === 0 ? part : Number(part)));
}

/** The text by which an anchor knows a section or a row: its beginning. */
export const knownText = (text: string): string => text.slice(0, commentLimits.knownText);

/** The view of the console with the items of each entity that can be commented on. */
export const commentedViews: Readonly<Record<string, string>> = {
  'main-lesson': 'main_lessons',
  lesson: 'lessons',
  'lesson-type': 'lesson_type',
  quiz: 'quizzes',
};

/** The address of an item within the console: `#/lessons?open=12`. */
export const addressOfItem = (item: { readonly entity: string; readonly id: number }) =>
  `#/${commentedViews[item.entity] ?? ''}?open=${item.id}`;

/** The address of a thread within the console: `#/lessons?open=12&comment=5`. */
export const addressOfComment = (item: Parameters<typeof addressOfItem>[0], thread: number) =>
  `${addressOfItem(item)}&comment=${thread}`;

const anchorText = z.string().min(1).transform(knownText);

/** What a new thread is about: a field, a section, a row of a section, or, with null, the item. */
const newAnchorSchema = z
  .union([
    z.strictObject({ field: z.string().regex(/^[a-zA-Z]{1,40}$/, 'Invalid field') }),
    z.strictObject({ section: anchorText, row: anchorText.optional() }),
  ])
  .nullable();
export type NewCommentAnchor = z.infer<typeof newAnchorSchema>;

const knownTexts = z.array(z.string());
const anchorSchema = z
  .union([
    z.object({ field: z.string() }),
    z.object({
      /** The texts that the section, a row of it, has had, the present one first: an edit keeps them. */
      section: knownTexts,
      row: knownTexts.optional(),
    }),
  ])
  .nullable();
/** What a thread is about; null: the item. */
export type CommentAnchor = z.infer<typeof anchorSchema>;

/** A section of an item as anchors know it: a question, if the item is a quiz. */
export interface CommentedSection {
  readonly text: string;
  /** The lines of its rows. */
  readonly rows: readonly string[];
}

/** The place of an anchor in an item; `row` only if the anchor has one. */
export interface CommentPlace {
  readonly section: number;
  readonly row?: number;
}

/** Finds what an anchor is about; undefined when it was deleted. Of equal ones the first. */
export function findCommentPlace(
  anchor: { readonly section: readonly string[]; readonly row?: readonly string[] | undefined },
  sections: readonly CommentedSection[],
): CommentPlace | undefined {
  const places = anchor.section.flatMap((text) =>
    sections.flatMap((section, index) => (knownText(section.text) === text ? [index] : [])),
  );
  if (!anchor.row) return places[0] === undefined ? undefined : { section: places[0] };
  for (const text of anchor.row)
    for (const section of places) {
      const row = sections[section]?.rows.findIndex((line) => knownText(line) === text) ?? -1;
      if (row >= 0) return { section, row };
    }
  return undefined;
}

const commentText = requiredText(commentMessages.text, commentLimits.text).refine(
  (text) => mentionsIn(text).length <= commentLimits.mentions,
  commentMessages.mentions,
);

const commentSchema = z.object({
  id: z.number().int(),
  author: versionUserSchema,
  /** Mentions are tokens, see `splitMentions`. */
  text: z.string(),
  mentions: z.array(versionUserSchema),
  createdAt: isoDate,
  editedAt: isoDate.nullable(),
});
/** A comment of a thread. */
export type ItemComment = z.infer<typeof commentSchema>;

const threadSchema = z.object({
  id: z.number().int(),
  anchor: anchorSchema,
  /** Oldest first; at least one. */
  comments: z.array(commentSchema),
  resolvedAt: isoDate.nullable(),
  resolvedBy: versionUserSchema.nullable(),
});
/** A thread of comments on an item. */
export type CommentThread = z.infer<typeof threadSchema>;

/**
 * The event of the comment threads of one service: who is to be told about which comment. It has no texts and no names.
 * Comments change nothing that learners see.
 */
const commentThreadEvent = <const S extends 'content' | 'quizzes'>(service: S) =>
  eventDefinition({
    service,
    entity: 'comment-thread',
    state: z.object({
      id: z.number().int(),
      item: z.object({ entity: z.string(), id: z.number().int(), title: z.string() }),
      comments: z.array(
        z.object({
          id: z.number().int(),
          authorId: z.number().int(),
          mentions: z.array(z.number().int()),
          createdAt: isoDate,
        }),
      ),
      resolvedAt: isoDate.nullable(),
    }),
  });

export const contentCommentThreadEvent = commentThreadEvent('content');
export const quizCommentThreadEvent = commentThreadEvent('quizzes');
/** The events of comment threads, by service. */
export const commentThreadEvents = {
  content: contentCommentThreadEvent,
  quizzes: quizCommentThreadEvent,
} as const;
export type CommentThreadEvent = (typeof commentThreadEvents)[keyof typeof commentThreadEvents];

/**
 * Declares the endpoints of the comments on one kind of item. All give 404 without the item, thread or comment.
 *
 * - `list`: all threads, the oldest first
 * - `people`: who can be mentioned: active staff whose name has the text
 * - `create`: a new thread; 409 when the item has too many
 * - `reply`: reopens a resolved thread; 409 when it is full
 * - `edit`: 403 for others than the author
 * - `delete`: 403 for others than the author and admins. A thread ends with its last comment
 * - `resolve`, `reopen`: change nothing in a thread that is resolved, or open, already
 *
 * @param options.id prefix of the endpoint ids, such as `lessons`
 * @param options.path path of the items, such as `/api/lessons`
 * @param options.label such as `lesson`, for the summaries
 */
export function commentEndpoints<const S extends 'content' | 'quizzes'>(options: {
  readonly service: S;
  readonly id: string;
  readonly path: string;
  readonly label: string;
}) {
  const { service, id, label } = options;
  const path = `${options.path}/:id/comments`;
  const threadPath = `${path}/:thread`;
  const params = idParams.extend({ thread: serialId });
  const common = { service, access: 'session', response: threadSchema } as const;
  const body = z.object({ text: commentText });
  const one = { ...common, path: `${threadPath}/:comment`, params: params.extend({ comment: serialId }) };
  return {
    list: endpoint({
      ...common,
      id: `${id}.comments`,
      method: 'GET',
      path,
      summary: `Comments on a ${label}`,
      params: idParams,
      response: z.object({ threads: z.array(threadSchema) }),
    }),
    people: endpoint({
      ...common,
      id: `${id}.commentPeople`,
      method: 'GET',
      path: `${options.path}/comments/people`,
      summary: `Who can be mentioned in a comment on a ${label}`,
      query: z.object({ search: searchFilter }),
      response: z.object({ people: z.array(versionUserSchema) }),
    }),
    create: endpoint({
      ...common,
      id: `${id}.comment`,
      method: 'POST',
      path,
      summary: `Comment on a ${label}`,
      params: idParams,
      body: body.extend({ anchor: newAnchorSchema.default(null) }),
      status: 201,
    }),
    reply: endpoint({
      ...common,
      id: `${id}.replyToComment`,
      method: 'POST',
      path: `${threadPath}/replies`,
      summary: `Reply to a comment on a ${label}`,
      params,
      body,
      status: 201,
    }),
    edit: endpoint({
      ...one,
      id: `${id}.editComment`,
      method: 'PATCH',
      summary: `Edit a comment on a ${label}`,
      body,
    }),
    delete: endpoint({
      ...one,
      id: `${id}.deleteComment`,
      method: 'DELETE',
      summary: `Delete a comment on a ${label}`,
      response: messageResponse,
    }),
    resolve: endpoint({
      ...common,
      id: `${id}.resolveComments`,
      method: 'POST',
      path: `${threadPath}/resolve`,
      summary: `Resolve a thread of comments on a ${label}`,
      params,
    }),
    reopen: endpoint({
      ...common,
      id: `${id}.reopenComments`,
      method: 'POST',
      path: `${threadPath}/reopen`,
      summary: `Reopen a thread of comments on a ${label}`,
      params,
    }),
  };
}
/** The endpoints of the comments on one kind of item. */
export type CommentEndpoints = ReturnType<typeof commentEndpoints<'content' | 'quizzes'>>;
