import { writeFile } from 'node:fs/promises';
import { uploadLimits } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import { limitDecoding, openImage, readImageMetadata } from '../images/image-decoder.ts';
import { UploadRejectedError } from './upload-rejected-error.ts';

/**
 * Writes a picture again: all of it is decoded on the way, and nothing is kept but what it shows. What it tells besides
 * (EXIF with place and camera, XMP, IPTC, comments, bytes after its end) is gone; it is turned the right way up, in sRGB,
 * animations whole.
 *
 * @throws Refusal when it is damaged, or would take too much memory to show; ApiError 503 when too many are being read
 */
export async function reencodeImage(file: string): Promise<void> {
  const { width, height, pages = 1, format } = await rejectBroken(readImageMetadata(file));
  // The height of an animation is that of one frame; all of them are decoded.
  if (width * height * pages > uploadLimits.pixels) throw new UploadRejectedError('tooManyPixels');
  const reencoded = await rejectBroken(
    limitDecoding(() => {
      const picture = openImage(file, { animated: pages > 1 }).autoOrient();
      if (format === 'jpeg') return picture.jpeg({ quality }).toBuffer();
      return format === 'webp' ? picture.webp({ quality }).toBuffer() : picture.png().toBuffer();
    }),
  );
  await writeFile(file, reencoded);
}

/** High enough that nobody sees that a picture was written twice. */
const quality = 92;

/** @throws Refusal when a drawing is not well-formed, or has no size */
export async function validateSvg(svg: string): Promise<void> {
  await rejectBroken(limitDecoding(() => readImageMetadata(Buffer.from(svg))));
}

async function rejectBroken<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new UploadRejectedError('broken', error);
  }
}
