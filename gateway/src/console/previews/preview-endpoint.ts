import { hash } from 'node:crypto';
import { previewLinks } from '@khmer-learning/contracts';
import type { RouteHandlerMethod } from 'fastify';
import { addressGroupOf, createRateLimiter } from '../../api/identity/rate-limiter.ts';
import type { Forwarder } from '../../api/upstreams/forwarder.ts';
import { generateNonce } from '../../http/pages/html-template.ts';
import {
  lessonPreviewContentSecurityPolicy,
  renderLessonPreview,
  renderNoPreview,
} from '../../http/pages/lesson-preview-page.ts';

/** Pages per minute of one address: a class may share it. */
const pagesPerAddress = 120;
/** Addresses whose pages are counted at a time. */
const maxAddresses = 10_000;

/** Creates the handler of the pages of preview links, which nobody needs to be signed in for and nothing keeps. */
export function previewHandlers(
  forwarder: Pick<Forwarder, 'callInternal'>,
): Readonly<Record<string, RouteHandlerMethod>> {
  const byAddress = createRateLimiter<string>({ max: maxAddresses });

  async function findPage(params: unknown): Promise<((nonce: string) => string) | undefined> {
    const parsed = previewLinks.page.params.safeParse(params);
    if (!parsed.success) return undefined;
    const tokenHash = hash('sha256', parsed.data.token);
    const { lesson } = await forwarder.callInternal(previewLinks.open, { tokenHash });
    return lesson ? (nonce) => renderLessonPreview(lesson, nonce) : undefined;
  }

  return {
    [previewLinks.page.id]: async (request, reply) => {
      const nonce = generateNonce();
      reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', lessonPreviewContentSecurityPolicy(nonce))
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex, nofollow')
        .type('text/html; charset=utf-8');
      const { allowed, resetSeconds } = byAddress.consume(addressGroupOf(request.ip), pagesPerAddress);
      if (!allowed)
        return reply
          .code(429)
          .header('retry-after', String(resetSeconds))
          .send(renderNoPreview('too-many-requests', nonce));
      const render = await findPage(request.params);
      return render ? reply.send(render(nonce)) : reply.code(404).send(renderNoPreview('ended', nonce));
    },
  };
}
