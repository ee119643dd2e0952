import type { IncomingHttpHeaders } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { ApiError } from '@khmer-learning/service-kit';

const megabyte = 1024 * 1024;

/**
 * Lets an upload pass up to a limit in bytes, also one that does not say its length: it is cut off in the middle,
 * so that its receiver never takes it for whole.
 */
export function limitStream(
  payload: Readable,
  headers: IncomingHttpHeaders,
  limit: number,
  done: (error: Error | null, body?: Readable) => void,
): void {
  // The form around the file has a little room of its own.
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
