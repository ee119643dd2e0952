import { uploadLimits, uploadMessages } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import sharp, { type Metadata, type Sharp } from 'sharp';

// Enable only the decoders of supported types, so that no other decoder parses untrusted bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadSvg'],
});
// File names are never reused, so a cache would only keep files open and prevent their deletion.
sharp.cache(false);

/** Most pictures decoded at the same time: a large one takes some 200 MB. The others wait in a queue. */
const maxConcurrency = 2;
/** More than the pictures of a page, and few enough to be done before their requests time out. */
const maxQueued = 100;
let running = 0;
const queue: (() => void)[] = [];

/**
 * Runs work that decodes pictures, with limited concurrency.
 *
 * @throws ApiError 503 when the queue is full; the work is not started then
 */
export async function limitDecoding<T>(work: () => Promise<T>): Promise<T> {
  if (running < maxConcurrency) running += 1;
  else if (queue.length < maxQueued) await new Promise<void>((resolve) => queue.push(resolve));
  else throw new ApiError(503, uploadMessages.busy, { retryAfter: 5 });
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Opens a bitmap; reading it fails when it is truncated, damaged or larger than `uploadLimits.pixels`. */
export function openImage(source: string | Buffer, { animated = false } = {}): Sharp {
  return sharp(source, { animated, failOn: 'error', limitInputPixels: uploadLimits.pixels });
}

/** Reads the header of a bitmap without decoding it. Fails for an SVG that is not well-formed. */
export async function readImageMetadata(source: string | Buffer): Promise<Metadata> {
  return sharp(source, { limitInputPixels: false }).metadata();
}
