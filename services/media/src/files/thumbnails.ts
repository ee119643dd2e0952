import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { thumbnailWidths, uploadLimits } from '@khmer-learning/contracts';
import { ApiError, type Logger } from '@khmer-learning/service-kit';
import { decoderQueues, runDecoder } from '../decoders/run-decoder.ts';
import type { FileStorage, StoredFile } from '../storage/storage.ts';
import { typeFromFileName } from './file-type.ts';

const thumbnailPrefix = 'thumbnails/';

const thumbnailKey = (name: string, width: number) => `${thumbnailPrefix}${width}/${name}`;

/** The storage keys of all thumbnails that a picture may have. */
export const thumbnailKeys = (name: string) => thumbnailWidths.map((width) => thumbnailKey(name, width));

export const isThumbnail = (key: string) => key.startsWith(thumbnailPrefix);

/** The name of the picture that a thumbnail was made from. */
export const originalNameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1);

function formatOf(name: string): 'jpeg' | 'webp' | 'png' {
  const type = typeFromFileName(name);
  if (type === 'image/jpeg') return 'jpeg';
  return type === 'image/webp' ? 'webp' : 'png';
}

export type ThumbnailService = ReturnType<typeof createThumbnailService>;

export function createThumbnailService(storage: FileStorage, logger: Logger, imageWorker: URL) {
  const inFlight = new Map<string, Promise<void>>();

  async function createThumbnail(name: string, width: number): Promise<void> {
    const file = await storage.createTempPath();
    const target = `${file}.thumbnail`;
    try {
      const original = await storage.get(name);
      if (!original) return;
      await pipeline(original.stream, createWriteStream(file));
      const format = formatOf(name);
      const job = { file, maxPixels: uploadLimits.pixels, thumbnail: { width, format, target } };
      await runDecoder(imageWorker, job, { failure: 'broken' });
      await storage.put(thumbnailKey(name, width), target, `image/${format}`);
    } finally {
      await Promise.all([file, target].map((path) => rm(path, { force: true })));
    }
  }

  /** Concurrent requests for the same thumbnail wait for one creation. */
  function createThumbnailOnce(name: string, width: number): Promise<void> {
    const key = thumbnailKey(name, width);
    const creation =
      inFlight.get(key) ??
      decoderQueues.thumbnails(() => createThumbnail(name, width)).finally(() => inFlight.delete(key));
    inFlight.set(key, creation);
    return creation;
  }

  return {
    /**
     * A picture scaled down to a width, made by the first request and then stored; the original if that fails.
     * @returns undefined when the picture does not exist @throws ApiError 503 when too many wait to be decoded
     */
    async get(name: string, width: number): Promise<StoredFile | undefined> {
      const key = thumbnailKey(name, width);
      const cached = await storage.get(key);
      if (cached) return cached;
      try {
        await createThumbnailOnce(name, width);
      } catch (error) {
        // 503: too many pictures are being decoded. Serving originals instead would add load.
        if (error instanceof ApiError && error.status === 503) throw error;
        // The picture cannot be decoded or the disk is full: serve the original.
        logger.warn({ err: error, file: name, width }, 'Thumbnail not created; serving the original');
        return storage.get(name);
      }
      return storage.get(key);
    },
  };
}
