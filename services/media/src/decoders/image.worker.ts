import { readFile, writeFile } from 'node:fs/promises';
import { answerJob } from './answer-job.ts';
import { createThumbnail, reencodeImage } from './reencode-image.ts';
import type { ImageJob } from './run-decoder.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

// A process that decodes one picture.
await answerJob(async ({ file, maxPixels, isSvg, thumbnail }: ImageJob) => {
  if (thumbnail) return createThumbnail(file, maxPixels, thumbnail);
  if (isSvg) return writeFile(file, sanitizeSvg(await readFile(file)));
  return reencodeImage(file, maxPixels);
});
