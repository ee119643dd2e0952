import { uploadLimits, uploadMessages } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import sharp, { type Metadata, type Sharp } from 'sharp';

// Only the decoders of what may be uploaded: nothing else ever meets a stranger's bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadSvg'],
});
// Names are never used again, so remembering open files would only keep them from being deleted.
sharp.cache(false);

/** Decoding a large picture takes some 200 MB: a few at a time, the others wait. */
const maxConcurrency = 2;
/** More than the pictures of a page, few enough to be done while somebody still wants them. */
const maxQueued = 100;
let running = 0;
const queue: (() => void)[] = [];

/**
 * Runs work that decodes pictures when it is its turn.
 *
 * @throws ApiError 503 when too much waits already; nothing is done then
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

/** Opens a picture of pixels; reading it fails when it is cut off, damaged or too large to decode. */
export function openImage(source: string | Buffer, { animated = false } = {}): Sharp {
  return sharp(source, { animated, failOn: 'error', limitInputPixels: uploadLimits.pixels });
}

/** Reads a picture's header alone. A drawing has to be well-formed for it. */
export async function readImageMetadata(source: string | Buffer): Promise<Metadata> {
  return sharp(source, { limitInputPixels: false }).metadata();
}
