import { type FormMerging, linesShape } from '@khmer-learning/console-kit';
import { type MainLesson, uploadUrl } from '@khmer-learning/contracts';

/** The values of the main lesson form. */
interface MainLessonValues {
  free: boolean;
  title: string;
  description: string;
  imageCover: string;
  price: string;
}

/** The values as they are merged: a price belongs to its pricing. */
type MainLessonParts = Omit<MainLessonValues, 'free' | 'price'> & {
  pricing: Pick<MainLessonValues, 'free' | 'price'>;
};

/** Merges the values of a main lesson form. */
export function mainLessonMerging(
  toValues: (mainLesson: MainLesson) => MainLessonValues,
  fetchVersion: (id: number, version: number) => Promise<MainLesson>,
): FormMerging<MainLesson, MainLessonValues> {
  return {
    shape: {
      kind: 'record',
      fields: {
        pricing: {
          kind: 'value',
          label: 'Pricing',
          format: ({ free, price }: MainLessonParts['pricing']) => (free ? 'Free' : `$${price}`),
        },
        title: { kind: 'value', label: 'Title', format: String },
        description: linesShape('Description'),
        imageCover: { kind: 'value', label: 'Image cover', format: uploadUrl, isPicture: true },
      },
    },
    toValues,
    toParts: ({ free, price, ...values }): MainLessonParts => ({
      ...values,
      pricing: { free, price: free ? '' : price },
    }),
    fromParts: ({ pricing, ...values }: MainLessonParts) => ({ ...values, ...pricing }),
    fetchVersion,
  };
}
