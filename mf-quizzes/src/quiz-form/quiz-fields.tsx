import { Card, FormField, Stack, TextArea, TextInput } from '@khmer-learning/ui-kit';
import { useController, useFormContext } from 'react-hook-form';
import { detectLang } from '../khmer/mixed-language-text.tsx';
import { LessonSelector } from '../lessons/lesson-selector.tsx';
import type { QuizFormValues } from './quiz-form.schema.ts';

/** The quiz's lesson, title and description. */
export function QuizFields({ lessonTitle }: { lessonTitle: string | null | undefined }) {
  const { control } = useFormContext<QuizFormValues>();
  // Registered in screen order, because focus moves to the first invalid field.
  const lesson = useController({ control, name: 'lessonId' });
  const title = useController({ control, name: 'title' });
  const description = useController({ control, name: 'description' });

  return (
    <Card>
      <Stack gap={4}>
        <FormField label="Lesson" required error={lesson.fieldState.error?.message}>
          <LessonSelector
            ref={lesson.field.ref}
            value={lesson.field.value}
            title={lessonTitle}
            onChange={lesson.field.onChange}
            onBlur={lesson.field.onBlur}
          />
        </FormField>
        <FormField label="Title" required error={title.fieldState.error?.message}>
          <TextInput {...title.field} lang={detectLang(title.field.value)} />
        </FormField>
        <FormField label="Description" required error={description.fieldState.error?.message}>
          <TextArea {...description.field} lang={detectLang(description.field.value)} />
        </FormField>
      </Stack>
    </Card>
  );
}
