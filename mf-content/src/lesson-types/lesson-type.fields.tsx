import {
  type ComparedField,
  type ItemFields,
  type ItemMapping,
  lineField,
} from '@khmer-learning/console-kit';
import { iconModes, type LessonType, lessonTypeBody, uploadUrl } from '@khmer-learning/contracts';
import { z } from 'zod';
import { message } from '../messages/messages.ts';

/** The form's values. It holds both icons; `iconMode` says which one is saved. */
const valuesSchema = z.object({
  iconMode: z.enum(iconModes),
  icon: z.string(),
  iconFile: z.string(),
  title: z.string(),
});
export type LessonTypeFormValues = z.output<typeof valuesSchema>;

/** Validates with the contract's schema. A missing icon is reported at `icon` in both modes. */
export const lessonTypeFormSchema = valuesSchema
  .transform(
    ({ iconFile, ...values }): z.input<typeof lessonTypeBody> => ({
      ...values,
      icon: values.iconMode === 'file' ? iconFile : values.icon,
    }),
  )
  .pipe(lessonTypeBody);
export type LessonTypeFormOutput = z.output<typeof lessonTypeFormSchema>;

/** An icon belongs to its mode. */
interface LessonTypeParts {
  readonly icon: Pick<LessonType, 'icon' | 'iconMode'>;
  readonly title: string;
}

export const lessonTypeMapping: ItemMapping<
  LessonType,
  LessonTypeFormValues,
  LessonTypeParts,
  Partial<LessonTypeFormValues>
> = {
  toValues: (type) => {
    const isFile = type?.iconMode === 'file';
    return {
      iconMode: type?.iconMode ?? 'raw',
      icon: isFile ? '' : (type?.icon ?? ''),
      iconFile: isFile ? type.icon : '',
      title: type?.title ?? '',
    };
  },
  toParts: ({ icon, iconFile, iconMode, ...values }) => ({
    ...values,
    icon: { icon: iconMode === 'file' ? iconFile : icon, iconMode },
  }),
  // The icon of the other mode stays in the form.
  fromParts: ({ icon: { icon, iconMode }, ...values }) => ({
    ...values,
    iconMode,
    ...(iconMode === 'file' ? { iconFile: icon } : { icon }),
  }),
};

export const lessonTypeFields = (): ItemFields<LessonTypeParts, LessonType> => ({
  icon: {
    label: message('field.icon'),
    format: ({ icon, iconMode }) => (iconMode === 'file' ? message('iconField.image', { name: icon }) : icon),
    compare: compareIcons,
  },
  title: { ...lineField(message('field.title')), required: true },
});

const iconModeLabel = ({ iconMode }: LessonType) =>
  message(iconMode === 'file' ? 'iconField.imageMode' : 'iconField.textMode');

function compareIcons(theirs: LessonType, yours: LessonType): ComparedField[] {
  const label = message('field.icon');
  if (theirs.iconMode !== yours.iconMode)
    return [{ label, theirs: iconModeLabel(theirs), yours: iconModeLabel(yours) }];
  if (theirs.iconMode !== 'file') return [{ label, theirs: theirs.icon, yours: yours.icon }];
  return [{ label, theirs: uploadUrl(theirs.icon), yours: uploadUrl(yours.icon), isPicture: true }];
}
