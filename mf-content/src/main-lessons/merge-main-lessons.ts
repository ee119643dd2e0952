import { type FormMerging, linesShape } from '@khmer-learning/console-kit';
import { type MainLesson, uploadUrl } from '@khmer-learning/contracts';
import { message } from '../messages/messages.ts';

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
          label: message('field.pricing'),
          format: ({ free, price }: MainLessonParts['pricing']) =>
            free ? message('pricing.free') : `$${price}`,
        },
        title: { kind: 'value', label: message('field.title'), format: String },
        description: linesShape(message('field.description')),
        imageCover: { kind: 'value', label: message('field.imageCover'), format: uploadUrl, isPicture: true },
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
