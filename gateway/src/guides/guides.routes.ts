import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { computeEtag } from '../api/cache/response-cache.ts';
import { matchesEtag } from '../api/routing/cached-read-handler.ts';
import { compressOnce } from '../http/compress-once.ts';
import { acceptedEncoding } from '../http/compression.ts';
import { guideContentSecurityPolicy, renderGuideList, renderGuidePage } from './guide-page.ts';
import { renderGuides } from './render-guide.ts';

interface Page {
  readonly body: Buffer;
  readonly etag: string;
}

function toPage(text: string): Page {
  const body = Buffer.from(text);
  return { body, etag: computeEtag(body) };
}

/** The pages by their paths, and the one for any other path. */
function renderPages(): { byPath: ReadonlyMap<string, Page>; notFound: Page } {
  const guides = renderGuides();
  const byPath = new Map(guides.map((guide) => [guide.path, toPage(renderGuidePage(guide))]));
  byPath.set('/docs', toPage(renderGuideList(guides, 'list')));
  return { byPath, notFound: toPage(renderGuideList(guides, 'not-found')) };
}

/** Registers the guides under `/docs`, for everyone. They are rendered once, for the first who opens one. */
export async function guideRoutes(app: FastifyInstance): Promise<void> {
  let pages: ReturnType<typeof renderPages> | undefined;

  async function sendGuide(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    pages ??= renderPages();
    const path = request.url.replace(/\/?(?:\?.*)?$/, '');
    const found = pages.byPath.get(path);
    const { body, etag } = found ?? pages.notFound;
    reply
      .code(found ? 200 : 404)
      .header('content-security-policy', guideContentSecurityPolicy)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8');
    if (found && matchesEtag(request.headers['if-none-match'], etag))
      return reply.header('etag', etag).code(304).send();
    if (found) reply.header('etag', etag);
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (encoding === undefined) return reply.send(body);
    return reply.header('content-encoding', encoding).send(await compressOnce(body, encoding));
  }

  for (const url of ['/docs', '/docs/*']) app.route({ method: ['GET', 'HEAD'], url, handler: sendGuide });
}
