import { iconModes, type LessonType, lessonTypeBody } from '@khmer-learning/contracts';
import { z } from 'zod';

/** What the form holds while it is being filled in: both icons, of which `iconMode` says the one that counts. */
export const lessonTypeValuesSchema = z.object({
  iconMode: z.enum(iconModes),
  /** Text or an emoji. */
  icon: z.string(),
  /** Name of an uploaded file. */
  iconFile: z.string(),
  title: z.string(),
});
export type LessonTypeFormValues = z.output<typeof lessonTypeValuesSchema>;

/** The form's rules are the contract's. A missing icon is an issue of `icon`, whichever kind it is. */
export const lessonTypeFormSchema = lessonTypeValuesSchema
  .transform(
    ({ iconMode, icon, iconFile, title }): z.input<typeof lessonTypeBody> => ({
      icon: iconMode === 'file' ? iconFile : icon,
      title,
      iconMode,
    }),
  )
  .pipe(lessonTypeBody);
export type LessonTypeFormOutput = z.output<typeof lessonTypeFormSchema>;

/** The form of a lesson type, or of a new one. */
export function lessonTypeDefaultValues(type: LessonType | null): LessonTypeFormValues {
  const isFile = type?.iconMode === 'file';
  return {
    iconMode: type?.iconMode ?? 'raw',
    icon: isFile ? '' : (type?.icon ?? ''),
    iconFile: isFile ? type.icon : '',
    title: type?.title ?? '',
  };
}
