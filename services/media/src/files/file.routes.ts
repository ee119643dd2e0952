import { mediaFileGet, type UploadMimeType } from '@khmer-learning/contracts';
import { mountEndpoint, notFound } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { typeFromFileName } from '../images/file-type.ts';
import type { FileStorage } from '../storage/storage.ts';
import type { ThumbnailService } from './thumbnails.ts';

const svgType: UploadMimeType = 'image/svg+xml';
/** Whatever a file contains, nothing in it runs and nothing is loaded (decisions, Content). */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function fileRoutes(
  app: FastifyInstance,
  files: { storage: FileStorage; thumbnails: ThumbnailService },
): void {
  const { storage, thumbnails } = files;

  mountEndpoint(app, mediaFileGet, async ({ params: { name }, query: { w }, headers, reply }) => {
    const type = typeFromFileName(name);
    if (!type) throw notFound('File');
    // A drawing is sharp in any width.
    const width = type === svgType ? undefined : w;
    const file = await (width === undefined ? storage.get(name) : thumbnails.get(name, width));
    if (!file) throw notFound('File');

    const etag = width === undefined ? `"${name}"` : `"${name}?w=${width}"`;
    reply.headers({
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': contentSecurityPolicy,
      // Learners' apps show covers from their own origins.
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (matchesEtag(headers['if-none-match'], etag)) {
      file.stream.destroy();
      reply.code(304);
      return reply.send();
    }
    reply.headers({ 'content-type': type, 'content-length': file.size });
    return file.stream;
  });
}

/** Whether `If-None-Match` names the tag, weakly compared (RFC 9110, 13.1.2). */
function matchesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((given) => ['*', etag].includes(given.trim().replace(/^W\//, '')));
}
