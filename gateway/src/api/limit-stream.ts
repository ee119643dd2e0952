import type { IncomingHttpHeaders } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { ApiError } from '@khmer-learning/service-kit';

const megabyte = 1024 * 1024;

/**
 * Limits the size of a streamed upload, also without `Content-Length`. Beyond the limit the stream fails with ApiError
 * 413, so that the receiver never takes a truncated upload for a complete one.
 *
 * @param limit in bytes
 */
export function limitStream(
  payload: Readable,
  headers: IncomingHttpHeaders,
  limit: number,
  done: (error: Error | null, body?: Readable) => void,
): void {
  // The limit is rounded down to MB, because it includes some room for the multipart form.
  const tooLarge = () => new ApiError(413, `The file is larger than ${Math.floor(limit / megabyte)} MB`);
  if (Number(headers['content-length'] ?? 0) > limit) {
    done(tooLarge());
    return;
  }
  let seen = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      seen += chunk.length;
      next(seen > limit ? tooLarge() : null, chunk);
    },
  });
  payload.once('error', (error) => limited.destroy(error));
  done(null, payload.pipe(limited));
}
