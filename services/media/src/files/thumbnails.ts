import { rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { thumbnailWidths } from '@khmer-learning/contracts';
import { ApiError, type Logger } from '@khmer-learning/service-kit';
import { limitDecoding, openImage } from '../images/image-decoder.ts';
import type { FileStorage, StoredFile } from '../storage/storage.ts';
import { typeFromFileName } from './file-type.ts';

const thumbnailPrefix = 'thumbnails/';

function thumbnailKey(name: string, width: number): string {
  return `${thumbnailPrefix}${width}/${name}`;
}

/** The storage keys of all thumbnails that a picture may have. */
export function thumbnailKeys(name: string): string[] {
  return thumbnailWidths.map((width) => thumbnailKey(name, width));
}

/** Whether a storage key is that of a thumbnail. */
export function isThumbnail(key: string): boolean {
  return key.startsWith(thumbnailPrefix);
}

/** The name of the picture that a thumbnail was made from. */
export function originalNameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

function formatOf(name: string): 'jpeg' | 'webp' | 'png' {
  const type = typeFromFileName(name);
  if (type === 'image/jpeg') return 'jpeg';
  return type === 'image/webp' ? 'webp' : 'png';
}

/** Serves pictures in smaller sizes. */
export interface ThumbnailService {
  /**
   * Returns a picture scaled down to a width in pixels, never enlarged. The thumbnail is created by the first request
   * and then stored. If that fails, the original is returned.
   *
   * @returns undefined when the picture does not exist
   * @throws ApiError 503 when too many pictures wait to be decoded
   */
  get(name: string, width: number): Promise<StoredFile | undefined>;
}

/** Creates the service for thumbnails. */
export function createThumbnailService(options: { storage: FileStorage; logger: Logger }): ThumbnailService {
  const { storage, logger } = options;
  const inFlight = new Map<string, Promise<void>>();

  async function createThumbnail(name: string, width: number): Promise<void> {
    const original = await storage.get(name);
    if (!original) return;
    const bytes = await buffer(original.stream);
    const file = await storage.createTempPath();
    try {
      const format = formatOf(name);
      await openImage(bytes)
        .autoOrient()
        .resize({ width, withoutEnlargement: true })
        .toFormat(format)
        .toFile(file);
      await storage.put(thumbnailKey(name, width), file, `image/${format}`);
    } finally {
      await rm(file, { force: true });
    }
  }

  /** Concurrent requests for the same thumbnail wait for one creation. */
  function createThumbnailOnce(name: string, width: number): Promise<void> {
    const key = thumbnailKey(name, width);
    const creation =
      inFlight.get(key) ??
      limitDecoding(() => createThumbnail(name, width)).finally(() => inFlight.delete(key));
    inFlight.set(key, creation);
    return creation;
  }

  return {
    async get(name, width) {
      const key = thumbnailKey(name, width);
      const cached = await storage.get(key);
      if (cached) return cached;
      try {
        await createThumbnailOnce(name, width);
      } catch (error) {
        // 503: too many pictures are being decoded. Serving originals instead would add load.
        if (error instanceof ApiError) throw error;
        // The picture cannot be decoded or the disk is full: serve the original.
        logger.warn({ err: error, file: name, width }, 'Thumbnail not created; serving the original');
        return storage.get(name);
      }
      return storage.get(key);
    },
  };
}
