import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { idParams, isoDate, messageResponse } from '../core/fields.ts';
import { lessonSchema } from './lesson.ts';

const service = 'content';
const session = { service, access: 'session' } as const;

/** Limits of preview links. */
export const previewLinkLimits = {
  /** How long a link works. */
  hours: 24,
  /** Links of one person that work at the same time. */
  perUser: 20,
  /** Links in the list of a lesson, newest first. */
  listed: 100,
} as const;

export const previewLinkMessages = {
  tooMany: `You have ${previewLinkLimits.perUser} links that still work. Revoke one first`,
  notCreator: 'Only its creator or an admin may revoke this link',
  revoked: 'The link was revoked',
} as const;

/** A link by which anybody who has it sees a lesson as it was last saved, without signing in, for 24 hours. */
export const previewLinkSchema = z.object({
  id: z.number().int(),
  createdBy: z.object({ id: z.number().int(), name: z.string() }),
  createdAt: isoDate,
  expiresAt: isoDate,
});
export type PreviewLink = z.infer<typeof previewLinkSchema>;

/** What the page of a link shows: the working copy, if there is one. */
const previewedLessonSchema = lessonSchema.pick({ title: true, description: true, level: true }).extend({
  lessonType: z.string(),
  sections: z.array(lessonSchema.shape.sections.element.omit({ ops: true })),
});
export type LinkedLesson = z.infer<typeof previewedLessonSchema>;

const path = '/api/lessons/:id/preview-links';

/** A link ends after a day, when it is revoked, with its lesson, and when its creator's account may no longer be used. */
export const previewLinks = {
  /** The links of a lesson that work, newest first. */
  list: endpoint({
    ...session,
    id: 'previewLinks.list',
    method: 'GET',
    path,
    summary: 'Links that show a lesson on a phone',
    params: idParams,
    response: z.object({ links: z.array(previewLinkSchema) }),
  }),

  /** Whoever may read a lesson may create one. 409 beyond `previewLinkLimits.perUser`. */
  create: endpoint({
    ...session,
    id: 'previewLinks.create',
    method: 'POST',
    path,
    summary: 'Create a link that shows a lesson on a phone',
    params: idParams,
    // The path of its page, which has the token. Only its hash is stored.
    response: previewLinkSchema.extend({ path: z.string() }),
    status: 201,
  }),

  /** 403 for a teacher whose link it is not. */
  revoke: endpoint({
    ...session,
    id: 'previewLinks.revoke',
    method: 'DELETE',
    path: '/api/preview-links/:id',
    summary: 'Revoke a link that shows a lesson on a phone',
    params: idParams,
    response: messageResponse,
  }),

  /** The lesson behind a token, for the page; null when the link has ended. `tokenHash` is its SHA-256 in hex. */
  open: endpoint({
    id: 'internal.previewLinkOpen',
    service,
    method: 'POST',
    path: '/internal/preview-links/open',
    access: 'internal',
    summary: 'The lesson that a preview link shows',
    body: z.object({ tokenHash: z.string().regex(/^[\da-f]{64}$/) }),
    response: z.object({ lesson: previewedLessonSchema.nullable() }),
  }),

  page: endpoint({
    id: 'previewLinks.page',
    service: 'gateway',
    method: 'GET',
    path: '/preview/:token',
    access: 'public',
    summary: 'A lesson as it was last saved, for whoever has the link',
    // 256 bits, base64url-encoded.
    params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
    responseType: 'binary',
    response: z.unknown(),
  }),
};
