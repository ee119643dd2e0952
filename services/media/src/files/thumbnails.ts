import { rm, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { thumbnailWidths } from '@khmer-learning/contracts';
import { ApiError, type Logger } from '@khmer-learning/service-kit';
import type { StorageMetrics } from '../metrics.ts';
import { inTurn, openPicture } from '../pictures/decoder.ts';
import { typeOfName } from '../pictures/file-type.ts';
import type { Storage, StoredFile } from '../storage/storage.ts';

const prefix = 'thumbnails/';

function thumbnailKey(name: string, width: number): string {
  return `${prefix}${width}/${name}`;
}

/** Where the small copies of a picture may be. */
export function thumbnailKeys(name: string): string[] {
  return thumbnailWidths.map((width) => thumbnailKey(name, width));
}

export function isThumbnail(key: string): boolean {
  return key.startsWith(prefix);
}

/** The name of the picture that a small copy was made from. */
export function originalOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

function formatOf(name: string): 'jpeg' | 'webp' | 'png' {
  const type = typeOfName(name);
  if (type === 'image/jpeg') return 'jpeg';
  return type === 'image/webp' ? 'webp' : 'png';
}

export interface Thumbnails {
  /**
   * A picture in a width of pixels; never larger than it is. Made when asked for the first time, then kept.
   *
   * @returns undefined when there is no such picture
   * @throws ApiError 503 when too many are being made
   */
  get(name: string, width: number): Promise<StoredFile | undefined>;
}

export function createThumbnails(options: {
  storage: Storage;
  metrics: StorageMetrics;
  logger: Logger;
}): Thumbnails {
  const { storage, metrics, logger } = options;
  const underWay = new Map<string, Promise<void>>();

  async function make(name: string, width: number): Promise<void> {
    const original = await storage.get(name);
    if (!original) return;
    const bytes = await buffer(original.stream);
    const file = await storage.incoming();
    try {
      const format = formatOf(name);
      await openPicture(bytes)
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
  function makeOnce(name: string, width: number): Promise<void> {
    const key = thumbnailKey(name, width);
    const making = underWay.get(key) ?? inTurn(() => make(name, width)).finally(() => underWay.delete(key));
    underWay.set(key, making);
    return making;
  }

  return {
    async get(name, width) {
      const key = thumbnailKey(name, width);
      const kept = await storage.get(key);
      if (kept) return kept;
      try {
        await makeOnce(name, width);
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
