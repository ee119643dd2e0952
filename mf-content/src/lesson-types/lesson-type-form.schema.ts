import { iconModes, type LessonType, lessonTypeBody } from '@khmer-learning/contracts';
import { z } from 'zod';

/** The form's values. It holds both icons; `iconMode` says which one is saved. */
export const lessonTypeValuesSchema = z.object({
  iconMode: z.enum(iconModes),
  /** Text or an emoji. */
  icon: z.string(),
  /** Name of an uploaded file. */
  iconFile: z.string(),
  title: z.string(),
});
export type LessonTypeFormValues = z.output<typeof lessonTypeValuesSchema>;

/** Validates with the contract's schema. A missing icon is reported at `icon` in both modes. */
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

/** The form's initial values for a lesson type; null for a new one. */
export function lessonTypeDefaultValues(type: LessonType | null): LessonTypeFormValues {
  const isFile = type?.iconMode === 'file';
  return {
    iconMode: type?.iconMode ?? 'raw',
    icon: isFile ? '' : (type?.icon ?? ''),
    iconFile: isFile ? type.icon : '',
    title: type?.title ?? '',
  };
}
