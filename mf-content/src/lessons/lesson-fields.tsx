import { levels } from '@khmer-learning/contracts';
import {
  Button,
  Card,
  CardGrid,
  FormField,
  Inline,
  Select,
  Stack,
  TextArea,
  TextInput,
} from '@khmer-learning/ui-kit';
import { Controller, useFormContext } from 'react-hook-form';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { useAllMainLessons } from '../main-lessons/main-lessons.api.ts';
import type { LessonValues } from './lesson-form.schema.ts';

/** What a lesson is and where it belongs, above its sections (spec 2.9). */
export function LessonFields() {
  const { control, register, setValue, formState } = useFormContext<LessonValues>();
  const mainLessons = useAllMainLessons();
  const types = useLessonTypes();

  const chooseType = (id: number) => {
    const type = types.data?.find((candidate) => candidate.id === id);
    setValue('image', type?.title.toLowerCase() ?? '', { shouldDirty: true });
  };

  return (
    <Card>
      <Stack gap={4}>
        <Controller
          control={control}
          name="mainLessonId"
          render={({ field, fieldState }) => (
            <FormField
              label="Main Lesson"
              required
              error={fieldState.error?.message}
              {...problem('Main lessons', mainLessons)}
            >
              <Select
                ref={field.ref}
                placeholder="Select main lesson"
                options={optionsOf(mainLessons.data?.mainLessons)}
                value={chosen(field.value)}
                onValueChange={(value) => value !== '' && field.onChange(Number(value))}
                onBlur={field.onBlur}
              />
            </FormField>
          )}
        />
        <FormField label="Title" required error={formState.errors.title?.message}>
          <TextInput {...register('title')} />
        </FormField>
        <CardGrid min="13rem">
          <Controller
            control={control}
            name="lessonTypeId"
            render={({ field, fieldState }) => (
              <FormField
                label="Lesson Type"
                required
                error={fieldState.error?.message}
                {...problem('Lesson types', types)}
              >
                <Select
                  ref={field.ref}
                  placeholder="Select lesson type"
                  options={optionsOf(types.data)}
                  value={chosen(field.value)}
                  onValueChange={(value) => {
                    if (value === '') return;
                    field.onChange(Number(value));
                    chooseType(Number(value));
                  }}
                  onBlur={field.onBlur}
                />
              </FormField>
            )}
          />
          <Controller
            control={control}
            name="level"
            render={({ field, fieldState }) => (
              <FormField label="Level" required error={fieldState.error?.message}>
                <Select
                  ref={field.ref}
                  placeholder="Select level"
                  options={levels.map((level) => ({ value: level, label: level }))}
                  value={field.value}
                  onValueChange={(value) => value !== '' && field.onChange(value)}
                  onBlur={field.onBlur}
                />
              </FormField>
            )}
          />
        </CardGrid>
        <FormField label="Description" error={formState.errors.description?.message}>
          <TextArea {...register('description')} />
        </FormField>
      </Stack>
    </Card>
  );
}

function optionsOf(items: readonly { id: number; title: string }[] = []) {
  return items.map(({ id, title }) => ({ value: String(id), label: title }));
}

/** 0 stands for nothing chosen yet. */
function chosen(id: number): string {
  return id === 0 ? '' : String(id);
}

/** Choices that could not be loaded: said under their field. */
function problem(things: string, query: { isError: boolean; isFetching: boolean; refetch: () => unknown }) {
  if (!query.isError) return {};
  return {
    hint: (
      <Inline>
        {`${things} could not be loaded.`}
        <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Inline>
    ),
  };
}
