import type { VersionComparison } from '@khmer-learning/console-sdk';
import { type MainLesson, uploadUrl } from '@khmer-learning/contracts';
import { statusLabels } from '../lists/status-options.ts';
import type { MainLessonChanges } from './main-lessons.api.ts';
import { formatPrice } from './price.ts';

const priceOf = (free: boolean | undefined, price: number | null | undefined) =>
  free ? 'Free' : formatPrice(price ?? 0);

/** A main lesson as it is stored beside one that was to be saved. */
export function compareMainLessons(theirs: MainLesson, yours: MainLessonChanges): VersionComparison {
  return {
    version: theirs.version,
    fields: [
      { label: 'Status', theirs: statusLabels[theirs.status], yours: statusLabels[yours.status] },
      {
        label: 'Pricing',
        theirs: priceOf(theirs.free, theirs.price),
        yours: priceOf(yours.free, yours.price),
      },
      { label: 'Title', theirs: theirs.title, yours: yours.title },
      { label: 'Description', theirs: theirs.description, yours: yours.description },
      {
        label: 'Image cover',
        theirs: theirs.imageCoverUrl,
        yours: uploadUrl(yours.imageCover),
        isPicture: true,
      },
    ],
  };
}
