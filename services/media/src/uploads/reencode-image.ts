import { writeFile } from 'node:fs/promises';
import { uploadLimits } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import { limitDecoding, openImage, readImageMetadata } from '../images/image-decoder.ts';
import { UploadRejectedError } from './upload-rejected-error.ts';

/**
 * Decodes a bitmap completely and re-encodes it in place. Only the pixels remain: metadata (EXIF with location and
 * camera, XMP, IPTC), comments and trailing bytes are removed. The result is upright and in sRGB; animations keep all
 * their frames.
 *
 * @throws UploadRejectedError when it is damaged or has too many pixels; ApiError 503 when too many are being decoded
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

/** High enough that the re-encoding is not visible. */
const quality = 92;

/** Checks an SVG by reading its header. @throws UploadRejectedError when it is not well-formed or has no size */
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
