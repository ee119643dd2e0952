import type { LessonType, lessonTypeBody } from '@khmer-learning/contracts';
import { FormField, Inline, Tabs, Text, TextInput } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { type UseFormRegisterReturn, type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { LessonTypeIcon } from './lesson-type-icon.tsx';

type Values = z.input<typeof lessonTypeBody>;
type IconMode = NonNullable<Values['iconMode']>;

interface IconFieldProps {
  form: UseFormReturn<Values, unknown, z.output<typeof lessonTypeBody>>;
  /** The registered field of the text or emoji. */
  icon: UseFormRegisterReturn<'icon'>;
  type: LessonType | null;
}

/**
 * The icon: text or an emoji. A type that has an image already keeps it on the tab 'File' until the author types
 * something else; a new image cannot be given before there is a service that takes uploads.
 */
export function IconField({ form, icon, type }: IconFieldProps) {
  const { control, setValue, formState } = form;
  const mode = useWatch({ control, name: 'iconMode' }) ?? 'raw';
  const [typed, setTyped] = useState('');
  const error = formState.errors.icon?.message;

  const rawIcon = (
    <FormField label="Icon" required error={error}>
      <TextInput placeholder="Enter an emoji or text" {...icon} />
    </FormField>
  );
  if (type?.iconMode !== 'file') return rawIcon;

  const changeMode = (next: IconMode) => {
    // Tabs may ask twice: on the press and on the focus.
    if (next === form.getValues('iconMode')) return;
    if (next === 'file') setTyped(form.getValues('icon'));
    setValue('icon', next === 'file' ? type.icon : typed, { shouldDirty: true });
    setValue('iconMode', next, { shouldDirty: true });
  };
  return (
    <Tabs
      label="Icon"
      value={mode}
      onValueChange={changeMode}
      tabs={[
        { value: 'raw', label: 'Raw', content: rawIcon },
        {
          value: 'file',
          label: 'File',
          content: (
            <Inline gap={3}>
              <LessonTypeIcon type={type} />
              <Text muted>The image in use.</Text>
            </Inline>
          ),
        },
      ]}
    />
  );
}
