import { uploadLimits, uploadMessages } from '@khmer-learning/contracts';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { createWorkQueue } from '../uploads/create-work-queue.ts';

// Enable only the decoders of supported types, so that no other decoder parses untrusted bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadSvg'],
});
// File names are never reused, so a cache would only keep files open and prevent their deletion.
sharp.cache(false);

/**
 * Runs work that decodes pictures: few at the same time, as a large one takes some 200 MB. More than the pictures of a page
 * may wait, and few enough to be done before their requests time out.
 *
 * @throws ApiError 503 when too many wait
 */
export const limitDecoding = createWorkQueue({
  maxRunning: 2,
  maxQueued: 100,
  busyMessage: uploadMessages.busy,
});

/** Opens a bitmap; reading it fails when it is truncated, damaged or larger than `uploadLimits.pixels`. */
export function openImage(source: string | Buffer, { animated = false } = {}): Sharp {
  return sharp(source, { animated, failOn: 'error', limitInputPixels: uploadLimits.pixels });
}

/** Reads the header of a bitmap without decoding it. Fails for an SVG that is not well-formed. */
export async function readImageMetadata(source: string | Buffer): Promise<Metadata> {
  return sharp(source, { limitInputPixels: false }).metadata();
}
