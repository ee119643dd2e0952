import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { FileRejectedError } from './file-rejected-error.ts';

/**
 * Decodes a bitmap and re-encodes it in place. Only pixels remain: no metadata (EXIF, XMP, IPTC), comments, trailing bytes.
 * It is upright, in sRGB, with all frames. @throws FileRejectedError when it is damaged or has too many pixels
 */
export async function reencodeImage(file: string, maxPixels: number): Promise<void> {
  // Reads the header alone.
  const header = sharp(file, { limitInputPixels: false }).metadata();
  const { width, height, pages = 1, format } = await rejectBroken(header);
  // The height of an animation is that of one frame; all of them are decoded.
  if (width * height * pages > maxPixels) throw new FileRejectedError('tooManyPixels');
  const picture = openImage(file, maxPixels, { animated: pages > 1 }).autoOrient();
  const encoded =
    format === 'png' ? picture.png() : picture.toFormat(format === 'webp' ? 'webp' : 'jpeg', { quality });
  await writeFile(file, await rejectBroken(encoded.toBuffer()));
}

/** High enough that the re-encoding is not visible. */
const quality = 92;

/** Scales a bitmap down to a width, never up, upright. Fails when it is damaged or has too many pixels. */
export async function createThumbnail(
  file: string,
  maxPixels: number,
  { width, format, target }: { width: number; format: 'jpeg' | 'webp' | 'png'; target: string },
): Promise<void> {
  const picture = openImage(file, maxPixels).autoOrient().resize({ width, withoutEnlargement: true });
  await picture.toFormat(format).toFile(target);
}

async function rejectBroken<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw new FileRejectedError('broken', error);
  }
}

// Enable only the decoders of supported types, so that no other decoder parses untrusted bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });

/** Opens a bitmap; reading it fails when it is truncated, damaged or has more pixels than `maxPixels`. */
function openImage(file: string, maxPixels: number, { animated = false } = {}): Sharp {
  return sharp(file, { animated, failOn: 'error', limitInputPixels: maxPixels });
}
