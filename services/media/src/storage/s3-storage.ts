import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { ApiError } from '@khmer-learning/service-kit';
import { S3mini, S3ServiceError } from 's3mini';
import { type FileStorage, isStorageFull } from './storage.ts';
import { createTempFolder } from './temp-folder.ts';

export interface S3StorageOptions {
  /** The URL of the bucket, with its path. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const pageSize = 1_000;
const requestTimeoutMs = 30_000;
const insufficientStorage = 507;

/** Creates a storage in an S3-compatible bucket. Requests time out after 30 s; an unreachable bucket is a 503. */
export function createS3Storage(options: S3StorageOptions): FileStorage {
  const bucket = new S3mini({
    ...options,
    requestAbortTimeout: requestTimeoutMs,
    // `fetch` requires `duplex` for a streamed body, and the client does not set it.
    fetch: (url, init) => fetch(url, { ...init, duplex: 'half' }),
  });

  return {
    ...createTempFolder(join(tmpdir(), 'khmer-learning-media')),

    async put(key, localFile, type) {
      const { size } = await stat(localFile);
      const body = Readable.toWeb(createReadStream(localFile));
      await mapS3Errors(bucket.putObject(key, body, type, undefined, undefined, size));
      await rm(localFile);
    },

    async get(key) {
      const answer = await mapS3Errors(bucket.getObjectResponse(key));
      if (!answer?.body) return undefined;
      const stream = Readable.fromWeb(answer.body as ReadableStream<Uint8Array>);
      return { size: Number(answer.headers.get('content-length')), stream };
    },

    async delete(key) {
      await mapS3Errors(bucket.deleteObject(key));
    },

    async *list() {
      let next: string | undefined;
      do {
        const page = await mapS3Errors(bucket.listObjectsPaged('/', '', pageSize, next));
        for (const { Key: key, Size: size } of page?.objects ?? []) yield { key, size: Number(size) };
        next = page?.nextContinuationToken;
      } while (next !== undefined);
    },
  };
}

/** Maps a full bucket to `ENOSPC` and an unreachable one to 503; rethrows other errors. */
async function mapS3Errors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isStorageFull(error)) throw error;
    if (error instanceof S3ServiceError && error.status === insufficientStorage)
      throw Object.assign(new Error('The bucket is full', { cause: error }), { code: 'ENOSPC' });
    if (error instanceof S3ServiceError && error.status < 500) throw error;
    throw Object.assign(new ApiError(503, 'The service is not available right now', { retryAfter: 1 }), {
      cause: error,
    });
  }
}
