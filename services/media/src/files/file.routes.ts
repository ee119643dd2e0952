import { type UploadMimeType, mediaFileGet } from '@khmer-learning/contracts';
import { mountEndpoint, notFound } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { typeOfName } from '../pictures/file-type.ts';
import type { Storage } from '../storage/storage.ts';
import type { Thumbnails } from './thumbnails.ts';

const drawing: UploadMimeType = 'image/svg+xml';
/** Whatever a file contains, nothing in it runs and nothing is loaded (decisions, Content). */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function fileRoutes(app: FastifyInstance, files: { storage: Storage; thumbnails: Thumbnails }): void {
  const { storage, thumbnails } = files;

  mountEndpoint(app, mediaFileGet, async ({ params: { name }, query: { w }, headers, reply }) => {
    const type = typeOfName(name);
    if (!type) throw notFound('File');
    // A drawing is sharp in any width.
    const width = type === drawing ? undefined : w;
    const file = await (width === undefined ? storage.get(name) : thumbnails.get(name, width));
    if (!file) throw notFound('File');

    const tag = width === undefined ? `"${name}"` : `"${name}?w=${width}"`;
    reply.headers({
      etag: tag,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': policy,
      // Learners' apps show covers from their own origins.
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (isKnown(headers['if-none-match'], tag)) {
      file.stream.destroy();
      reply.code(304);
      return reply.send();
    }
    reply.headers({ 'content-type': type, 'content-length': file.size });
    return file.stream;
  });
}

/** Whether `If-None-Match` names the tag, weakly compared (RFC 9110, 13.1.2). */
function isKnown(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((given) => ['*', tag].includes(given.trim().replace(/^W\//, '')));
}
