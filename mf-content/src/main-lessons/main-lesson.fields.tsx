import {
  centsToUsdInput,
  formatCentsAsUsd,
  type ItemFields,
  type ItemMapping,
  lineField,
  linesField,
  parseUsdInput,
  type UsdInput,
} from '@khmer-learning/console-kit';
import {
  type MainLesson,
  type MainLessonContents,
  mainLessonBody,
  uploadUrl,
} from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { TextInput } from '@khmer-learning/ui-kit';
import { z } from 'zod';
import { message } from '../messages/messages.ts';

/** The form's values. `price` is in US dollars, as typed. */
export const mainLessonValuesSchema = z.object({
  free: z.boolean(),
  title: z.string(),
  description: z.string(),
  imageCover: z.string(),
  price: z.string(),
});
export type MainLessonFormValues = z.output<typeof mainLessonValuesSchema>;

/** Validates with the contract's schema. Outputs the price in cents, or undefined if the main lesson is free. */
export const mainLessonFormSchema = mainLessonValuesSchema.transform(
  (values, { addIssue }): MainLessonContents => {
    const price = parsePrice(values);
    const hasError = price !== undefined && 'error' in price;
    if (hasError) addIssue({ code: 'custom', path: ['price'], message: price.error });
    const body = mainLessonBody.safeParse({ ...values, price: hasError ? undefined : price?.cents });
    if (body.success) {
      const { status: _status, ...contents } = body.data;
      return contents;
    }
    for (const { path, message } of body.error.issues) {
      // An amount that cannot be read has one error only.
      if (!(hasError && path[0] === 'price')) addIssue({ code: 'custom', path, message });
    }
    return z.NEVER;
  },
);

/** The typed price; undefined if the main lesson is free, and 0 cents for an empty field. */
function parsePrice({ free, price }: MainLessonFormValues): UsdInput | undefined {
  if (free) return undefined;
  return isBlank(price) ? { cents: 0 } : parseUsdInput(price);
}

/** The values as they are merged: a price belongs to its pricing. */
type MainLessonParts = Omit<MainLessonFormValues, 'free' | 'price'> & {
  pricing: Pick<MainLessonFormValues, 'free' | 'price'>;
};

export const mainLessonMapping: ItemMapping<MainLesson, MainLessonFormValues, MainLessonParts> = {
  // A new one is free.
  toValues: (lesson) => ({
    free: lesson?.free ?? true,
    title: lesson?.title ?? '',
    description: lesson?.description ?? '',
    imageCover: lesson?.imageCover ?? '',
    price: lesson?.price ? centsToUsdInput(lesson.price) : '',
  }),
  toParts: ({ free, price, ...values }) => ({ ...values, pricing: { free, price: free ? '' : price } }),
  fromParts: ({ pricing, ...values }) => ({ ...values, ...pricing }),
};

export const mainLessonFields = (): ItemFields<MainLessonParts, MainLesson> => ({
  pricing: {
    label: message('field.pricing'),
    format: ({ free, price }) => (free ? message('pricing.free') : `$${price}`),
    compare: (theirs, yours) => [
      { label: message('field.pricing'), theirs: formatPricing(theirs), yours: formatPricing(yours) },
    ],
  },
  title: {
    ...lineField(message('field.title')),
    required: true,
    input: (control) => <TextInput data-initial-focus="" {...control} />,
  },
  description: { ...linesField(message('field.description')), required: true },
  imageCover: { label: message('field.imageCover'), format: uploadUrl, isPicture: true },
});

const formatPricing = ({ free, price }: MainLesson) =>
  free ? message('pricing.free') : formatCentsAsUsd(price ?? 0);
