import { type ComparedField, formatCentsAsUsd } from '@khmer-learning/console-kit';
import { type MainLesson, uploadUrl } from '@khmer-learning/contracts';
import { contentStatusLabel } from '../lists/content-status-options.ts';
import { message } from '../messages/messages.ts';

type ComparedMainLesson = Pick<MainLesson, 'status' | 'free' | 'title' | 'description' | 'imageCover'> & {
  readonly price?: number | null | undefined;
};

const formatPricing = ({ free, price }: Pick<ComparedMainLesson, 'free' | 'price'>) =>
  free ? message('pricing.free') : formatCentsAsUsd(price ?? 0);

/** Compares two versions of a main lesson. */
export function compareMainLessons(theirs: ComparedMainLesson, yours: ComparedMainLesson): ComparedField[] {
  return [
    {
      label: message('field.status'),
      theirs: contentStatusLabel(theirs.status),
      yours: contentStatusLabel(yours.status),
    },
    { label: message('field.pricing'), theirs: formatPricing(theirs), yours: formatPricing(yours) },
    { label: message('field.title'), theirs: theirs.title, yours: yours.title },
    { label: message('field.description'), theirs: theirs.description, yours: yours.description },
    {
      label: message('field.imageCover'),
      theirs: uploadUrl(theirs.imageCover),
      yours: uploadUrl(yours.imageCover),
      isPicture: true,
    },
  ];
}
