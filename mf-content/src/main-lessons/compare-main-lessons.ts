import { type ComparedField, formatCentsAsUsd } from '@khmer-learning/console-kit';
import { type MainLesson, uploadUrl } from '@khmer-learning/contracts';
import { contentStatusLabels } from '../lists/content-status-options.ts';

type ComparedMainLesson = Pick<MainLesson, 'status' | 'free' | 'title' | 'description' | 'imageCover'> & {
  readonly price?: number | null | undefined;
};

const formatPricing = ({ free, price }: Pick<ComparedMainLesson, 'free' | 'price'>) =>
  free ? 'Free' : formatCentsAsUsd(price ?? 0);

/** Compares two versions of a main lesson. */
export function compareMainLessons(theirs: ComparedMainLesson, yours: ComparedMainLesson): ComparedField[] {
  return [
    { label: 'Status', theirs: contentStatusLabels[theirs.status], yours: contentStatusLabels[yours.status] },
    { label: 'Pricing', theirs: formatPricing(theirs), yours: formatPricing(yours) },
    { label: 'Title', theirs: theirs.title, yours: yours.title },
    { label: 'Description', theirs: theirs.description, yours: yours.description },
    {
      label: 'Image cover',
      theirs: uploadUrl(theirs.imageCover),
      yours: uploadUrl(yours.imageCover),
      isPicture: true,
    },
  ];
}
