import { uploadLimits } from '@khmer-learning/contracts';
import { inTurn, openPicture, readHeader } from '../pictures/decoder.ts';
import { Refusal } from './refusal.ts';

/**
 * Decodes a whole picture to see that it is one.
 *
 * @throws Refusal when it is damaged, or would take too much memory to show
 */
export async function checkPicture(file: string): Promise<void> {
  const { width, height } = await orBroken(readHeader(file));
  if (width * height > uploadLimits.pixels) throw new Refusal('tooManyPixels');
  // A small copy needs every pixel, but never all of them at once.
  await orBroken(inTurn(() => openPicture(file).resize(16).raw().toBuffer()));
}

/** @throws Refusal when a drawing is not well-formed, or has no size */
export async function checkDrawing(svg: string): Promise<void> {
  await orBroken(inTurn(() => readHeader(Buffer.from(svg))));
}

async function orBroken<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw new Refusal('broken', error);
  }
}
