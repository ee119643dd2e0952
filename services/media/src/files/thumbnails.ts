import { rm, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { thumbnailWidths } from '@khmer-learning/contracts';
import { ApiError, type Logger } from '@khmer-learning/service-kit';
import { typeFromFileName } from '../images/file-type.ts';
import { limitDecoding, openImage } from '../images/image-decoder.ts';
import type { StorageMetrics } from '../metrics.ts';
import type { FileStorage, StoredFile } from '../storage/storage.ts';

const thumbnailPrefix = 'thumbnails/';

function thumbnailKey(name: string, width: number): string {
  return `${thumbnailPrefix}${width}/${name}`;
}

/** Where the small copies of a picture may be. */
export function thumbnailKeys(name: string): string[] {
  return thumbnailWidths.map((width) => thumbnailKey(name, width));
}

export function isThumbnail(key: string): boolean {
  return key.startsWith(thumbnailPrefix);
}

/** The name of the picture that a small copy was made from. */
export function originalNameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

function formatOf(name: string): 'jpeg' | 'webp' | 'png' {
  const type = typeFromFileName(name);
  if (type === 'image/jpeg') return 'jpeg';
  return type === 'image/webp' ? 'webp' : 'png';
}

export interface ThumbnailService {
  /**
   * A picture in a width of pixels; never larger than it is. Made when asked for the first time, then kept.
   *
   * @returns undefined when there is no such picture
   * @throws ApiError 503 when too many are being made
   */
  get(name: string, width: number): Promise<StoredFile | undefined>;
}

export function createThumbnailService(options: {
  storage: FileStorage;
  metrics: StorageMetrics;
  logger: Logger;
}): ThumbnailService {
  const { storage, metrics, logger } = options;
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
      const { size } = await stat(file);
      await storage.put(thumbnailKey(name, width), file, `image/${format}`);
      metrics.storedBytes.inc(size);
    } finally {
      await rm(file, { force: true });
    }
  }

  /** Those who ask for the same copy at once wait for one. */
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
        // The picture itself would be no less work for who asked for a small one.
        if (error instanceof ApiError) throw error;
        // A picture that cannot be made smaller, or a full disk: the picture itself is there.
        logger.warn({ err: error, file: name, width }, 'No thumbnail could be made');
        return storage.get(name);
      }
      return storage.get(key);
    },
  };
}
