import { uploadLimits } from '@khmer-learning/contracts';
import sharp, { type Sharp } from 'sharp';

// Only the decoders of what may be uploaded: nothing else ever meets a stranger's bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadSvg'],
});
// Names are never used again, so remembering open files would only keep them from being deleted.
sharp.cache(false);

/** Decoding a large picture takes some 200 MB: a few at a time, the others wait. */
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** Runs work that decodes pictures when it is its turn. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Opens a picture of pixels; reading it fails when it is cut off, damaged or too large to decode. */
export function openPicture(source: string | Buffer): Sharp {
  return sharp(source, { failOn: 'error', limitInputPixels: uploadLimits.pixels });
}

/** Reads a picture's header alone. A drawing has to be well-formed for it. */
export async function readHeader(source: string | Buffer): Promise<{ width: number; height: number }> {
  return sharp(source, { limitInputPixels: false }).metadata();
}
