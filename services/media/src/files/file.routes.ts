import { mediaFileGet, mediaFileHashes, type UploadMimeType } from '@khmer-learning/contracts';
import { ApiError, mountEndpoint, notFound } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Connection } from 'mongoose';
import type { FileStorage } from '../storage/storage.ts';
import { parseByteRange, sliceStream } from './byte-range.ts';
import { readFileHashes } from './file-hashes.ts';
import { recordingType, typeFromFileName } from './file-type.ts';
import type { ThumbnailService } from './thumbnails.ts';

const svgType: UploadMimeType = 'image/svg+xml';
/** A file can run no code and load nothing, whatever it contains. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Mounts `GET /uploads/<name>?w=`, cached for a year, also in parts, and the gateway's query of hashes. */
export function fileRoutes(
  app: FastifyInstance,
  connection: Connection,
  storage: FileStorage,
  thumbnails: ThumbnailService,
): void {
  mountEndpoint(app, mediaFileHashes, async ({ body }) => ({
    files: await readFileHashes(connection, storage, body.names),
  }));

  mountEndpoint(app, mediaFileGet, async ({ params: { name }, query: { w }, headers, reply }) => {
    const type = typeFromFileName(name);
    if (!type) throw notFound('File');
    // SVG is scalable, and a recording has no width: they need no thumbnail.
    const width = type === svgType || type === recordingType ? undefined : w;
    const file = await (width === undefined ? storage.get(name) : thumbnails.get(name, width));
    if (!file) throw notFound('File');

    const etag = width === undefined ? `"${name}"` : `"${name}?w=${width}"`;
    const mayBePart = reply.request.method === 'GET' && isRangeValid(headers['if-range'], etag);
    const range = mayBePart ? parseByteRange(headers.range, file.size) : undefined;
    if (range === 'unsatisfiable') {
      file.stream.destroy();
      reply.header('content-range', `bytes */${file.size}`);
      throw new ApiError(416, 'The file has no such part');
    }
    reply.headers({
      etag,
      'accept-ranges': 'bytes',
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
    if (!range) {
      reply.headers({ 'content-type': type, 'content-length': file.size });
      return file.stream;
    }
    const { start, end } = range;
    reply.code(206).headers({
      'content-type': type,
      'content-length': end - start + 1,
      'content-range': `bytes ${start}-${end}/${file.size}`,
    });
    return sliceStream(file.stream, range);
  });
}

/** Whether `If-Range` allows a part: it is absent or the strong ETag (RFC 9110, 13.1.5); a file has no date. */
function isRangeValid(header: string | string[] | undefined, etag: string): boolean {
  return header === undefined || header === etag;
}

/** Whether `If-None-Match` contains the ETag, by weak comparison (RFC 9110, 13.1.2). */
function matchesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((given) => ['*', etag].includes(given.trim().replace(/^W\//, '')));
}
