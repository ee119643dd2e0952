import type { VersionComparison } from '@khmer-learning/console-sdk';
import { type MainLesson, uploadUrl } from '@khmer-learning/contracts';
import { contentStatusLabels } from '../lists/content-status-options.ts';
import type { MainLessonPayload } from './main-lessons.api.ts';
import { formatCentsAsUsd } from './usd.ts';

const formatPricing = (free: boolean | undefined, price: number | null | undefined) =>
  free ? 'Free' : formatCentsAsUsd(price ?? 0);

/** Compares the stored main lesson with the one that could not be saved because of a version conflict. */
export function compareMainLessons(theirs: MainLesson, yours: MainLessonPayload): VersionComparison {
  return {
    version: theirs.version,
    fields: [
      {
        label: 'Status',
        theirs: contentStatusLabels[theirs.status],
        yours: contentStatusLabels[yours.status],
      },
      {
        label: 'Pricing',
        theirs: formatPricing(theirs.free, theirs.price),
        yours: formatPricing(yours.free, yours.price),
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
