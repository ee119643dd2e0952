import { createHash } from 'node:crypto';
import { foldText, trimInvisible } from '@khmer-learning/khmer-text';

/** The key by which imports find lessons. A hash: MongoDB 4.0 indexes 1 KB, and titles have up to 500 characters. */
export function lessonTitleKey(title: string): string {
  const normalised = trimInvisible(foldText(title)).replace(/\s+/g, ' ');
  return createHash('sha256').update(normalised).digest('base64');
}
