import { lessonLevels } from '@khmer-learning/contracts';
import {
  Button,
  Card,
  FieldGrid,
  FormField,
  Inline,
  Select,
  Stack,
  TextArea,
  TextInput,
} from '@khmer-learning/ui-kit';
import { useController, useFormContext } from 'react-hook-form';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { useAllMainLessons } from '../main-lessons/main-lessons.api.ts';
import type { LessonFormValues } from './lesson-form.schema.ts';

/** The lesson form's fields above the sections (spec 2.9). */
export function LessonFields() {
  const { control, register, setValue, formState } = useFormContext<LessonFormValues>();
  const mainLessons = useAllMainLessons();
  const types = useLessonTypes();

  // Registered in visual order, so that the first invalid field on the screen gets the focus.
  const mainLesson = useController({ control, name: 'mainLessonId' });
  const title = register('title');
  const type = useController({ control, name: 'lessonTypeId' });
  const level = useController({ control, name: 'level' });
  const description = register('description');

  const selectType = (id: number) => {
    type.field.onChange(id);
    const selectedType = types.data?.find((candidate) => candidate.id === id);
    setValue('image', selectedType?.title.toLowerCase() ?? '', { shouldDirty: true });
  };

  return (
    <Card>
      <Stack gap={4}>
        <FormField
          label="Main Lesson"
          required
          error={mainLesson.fieldState.error?.message}
          {...loadErrorHint('Main lessons', mainLessons)}
        >
          <Select
            ref={mainLesson.field.ref}
            placeholder="Select main lesson"
            options={toSelectOptions(mainLessons.data?.mainLessons)}
            value={toSelectValue(mainLesson.field.value)}
            onValueChange={(value) => value !== '' && mainLesson.field.onChange(Number(value))}
            onBlur={mainLesson.field.onBlur}
          />
        </FormField>
        <FormField label="Title" required error={formState.errors.title?.message}>
          <TextInput {...title} />
        </FormField>
        <FieldGrid>
          <FormField
            label="Lesson Type"
            required
            error={type.fieldState.error?.message}
            {...loadErrorHint('Lesson types', types)}
          >
            <Select
              ref={type.field.ref}
              placeholder="Select lesson type"
              options={toSelectOptions(types.data)}
              value={toSelectValue(type.field.value)}
              onValueChange={(value) => value !== '' && selectType(Number(value))}
              onBlur={type.field.onBlur}
            />
          </FormField>
          <FormField label="Level" required error={level.fieldState.error?.message}>
            <Select
              ref={level.field.ref}
              placeholder="Select level"
              options={lessonLevels.map((name) => ({ value: name, label: name }))}
              value={level.field.value}
              onValueChange={(value) => value !== '' && level.field.onChange(value)}
              onBlur={level.field.onBlur}
            />
          </FormField>
        </FieldGrid>
        <FormField label="Description" error={formState.errors.description?.message}>
          <TextArea {...description} />
        </FormField>
      </Stack>
    </Card>
  );
}

function toSelectOptions(items: readonly { id: number; title: string }[] = []) {
  return items.map(({ id, title }) => ({ value: String(id), label: title }));
}

/** 0 means that nothing is selected yet. */
function toSelectValue(id: number): string {
  return id === 0 ? '' : String(id);
}

/** A field hint with a retry button if the options could not be loaded. */
function loadErrorHint(
  label: string,
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown },
) {
  if (!query.isError) return {};
  return {
    hint: (
      <Inline>
        {`${label} could not be loaded.`}
        <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Inline>
    ),
  };
}
