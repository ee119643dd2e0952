import { mediaFileGet, mediaFileHashes, type UploadMimeType } from '@khmer-learning/contracts';
import { mountEndpoint, notFound } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Connection } from 'mongoose';
import { typeFromFileName } from '../images/file-type.ts';
import type { FileStorage } from '../storage/storage.ts';
import { readFileHashes } from './file-hashes.ts';
import type { ThumbnailService } from './thumbnails.ts';

const svgType: UploadMimeType = 'image/svg+xml';
/** A file can run no code and load nothing, whatever it contains (decisions, Content). */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * Mounts `GET /uploads/<name>?w=`: files are public, immutable and cached for a year. And the internal endpoint with
 * which the gateway reads their hashes.
 */
export function fileRoutes(
  app: FastifyInstance,
  files: { connection: Connection; storage: FileStorage; thumbnails: ThumbnailService },
): void {
  const { connection, storage, thumbnails } = files;

  mountEndpoint(app, mediaFileHashes, async ({ body }) => ({
    files: await readFileHashes(connection, storage, body.names),
  }));

  mountEndpoint(app, mediaFileGet, async ({ params: { name }, query: { w }, headers, reply }) => {
    const type = typeFromFileName(name);
    if (!type) throw notFound('File');
    // SVG is scalable: it needs no thumbnail.
    const width = type === svgType ? undefined : w;
    const file = await (width === undefined ? storage.get(name) : thumbnails.get(name, width));
    if (!file) throw notFound('File');

    const etag = width === undefined ? `"${name}"` : `"${name}?w=${width}"`;
    reply.headers({
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': contentSecurityPolicy,
      // Learner apps on other origins show covers.
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

/** Whether `If-None-Match` contains the ETag, by weak comparison (RFC 9110, 13.1.2). */
function matchesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((given) => ['*', etag].includes(given.trim().replace(/^W\//, '')));
}
