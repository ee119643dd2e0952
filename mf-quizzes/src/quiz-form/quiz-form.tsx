import { zodResolver } from '@hookform/resolvers/zod';
import {
  AutoSaveStatus,
  EditDialog,
  FormPanels,
  HistoryButton,
  ItemAuditLog,
  type ItemFormProps,
  ItemHead,
  ItemPresence,
  type OpenedItem,
  PublishButtons,
  PublishingBar,
  PublishingQuestions,
  RecordingUploadStatus,
  RestoreDraftPrompt,
  useAutoSave,
  usePublishing,
  useRecordingUploads,
  useUndoHistory,
} from '@khmer-learning/console-kit';
import type { Quiz } from '@khmer-learning/contracts';
import { Card, Checkbox, FormField, Stack, Text, TextArea, TextInput } from '@khmer-learning/ui-kit';
import { useId } from 'react';
import {
  type ControllerRenderProps,
  FormProvider,
  useController,
  useForm,
  useFormContext,
} from 'react-hook-form';
import { detectLang } from '../khmer/mixed-language-text.tsx';
import { LessonSelector } from '../lessons/lesson-selector.tsx';
import { useFetchLesson } from '../lessons/lessons.api.ts';
import { useMessages } from '../messages/messages.ts';
import { quizKind, useFetchQuiz, useFetchQuizVersion } from '../quizzes/quizzes.api.ts';
import { type ComparedQuiz, compareQuizzes } from './compare-quizzes.ts';
import { quizMerging } from './merge-quizzes.ts';
import { QuestionList } from './question-list.tsx';
import {
  type QuizFormOutput,
  type QuizFormValues,
  quizDefaultValues,
  quizFormSchema,
  quizPresetSchema,
  quizValuesSchema,
} from './quiz-form.schema.ts';

/** The full-screen form of a quiz. */
export function QuizForm({
  item,
  preset: presetOfView,
  onClose,
  onReload,
  onItemChange,
}: ItemFormProps<OpenedItem<Quiz>>) {
  const t = useMessages();
  const quiz = item?.edited ?? null;
  const preset = quizPresetSchema.safeParse(presetOfView).data;
  const form = useForm<QuizFormValues, unknown, QuizFormOutput>({
    resolver: zodResolver(quizFormSchema),
    defaultValues: quizDefaultValues(quiz, preset?.lessonId),
  });
  const { isDirty } = form.formState;
  const undoHistory = useUndoHistory(form);
  const recordings = useRecordingUploads();
  const isUploading = recordings.clips.length > 0;
  const fetchQuiz = useFetchQuiz();
  const fetchLesson = useFetchLesson();
  const fetchLessonTitle = async (id: number): Promise<[number, string]> => {
    try {
      return [id, (await fetchLesson(id)).title];
    } catch {
      // It may have been deleted since.
      return [id, t('quizForm.unknownLesson', { id })];
    }
  };
  const compare = async (theirs: ComparedQuiz, yours: ComparedQuiz) => {
    const ids = [theirs.lessonId, yours.lessonId].filter((id) => id !== null);
    const isSameLesson = theirs.lessonId === yours.lessonId;
    const titles = new Map(isSameLesson ? [] : await Promise.all(ids.map(fetchLessonTitle)));
    return compareQuizzes(theirs, yours, (id) => titles.get(id ?? 0) ?? t('quizForm.noLesson'));
  };
  const merging = quizMerging(useFetchQuizVersion(), (id) =>
    id === quiz?.lessonId
      ? (quiz.lessonTitle ?? t('quizForm.noLesson'))
      : t('quizForm.unknownLesson', { id }),
  );
  const autoSave = useAutoSave({ form, dirty: isDirty, schema: quizValuesSchema, name: 'quiz', item });
  const publishing = usePublishing({
    kind: quizKind,
    item,
    form,
    autoSave,
    onSaved: onClose,
    onItemChange: (saved) => {
      // The server has given new questions their ids.
      for (const [index, { id }] of quizDefaultValues(saved.edited).questions.entries()) {
        if (form.getValues(`questions.${index}.id`) !== id) form.setValue(`questions.${index}.id`, id);
      }
      onItemChange(saved);
    },
  });

  return (
    <EditDialog
      title={quiz === null ? t('quizForm.create') : t('quizForm.edit')}
      {...(item === null ? {} : { description: headOf(item) })}
      size="full"
      dirty={isDirty || isUploading}
      keepsChanges={!autoSave.hasFailed && !isUploading}
      saving={publishing.isSaving}
      onClose={onClose}
      onSave={publishing.saveAndContinue}
      undoHistory={undoHistory}
      headerEnd={
        <>
          {quiz === null ? null : <ItemPresence entity="quiz" id={quiz.id} />}
          <AutoSaveStatus autoSave={autoSave} />
          {quiz === null ? null : (
            <HistoryButton
              itemType={t('itemType.quiz')}
              id={quiz.id}
              endpoints={quizKind.versions}
              fetchItem={fetchQuiz}
              compare={compare}
              unsavedHint={isDirty ? t('quizForm.unsavedKept') : null}
              changes={['quiz']}
              onRestored={() => {
                autoSave.save();
                onReload();
              }}
              disabled={publishing.isSaving}
            />
          )}
        </>
      }
      footer={
        <>
          <RecordingUploadStatus uploads={recordings.uploads} />
          <PublishButtons publishing={publishing} label={t('quizForm.publish')} disabled={isUploading} />
        </>
      }
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => event.preventDefault()} onBlur={autoSave.save}>
          <Stack gap={5}>
            <PublishingBar
              publishing={publishing}
              compare={compare}
              onReload={onReload}
              disabled={isUploading}
            />
            <RestoreDraftPrompt autoSave={autoSave} />
            <QuizFields lessonTitle={quiz?.lessonTitle} />
            {recordings.wrapWithProvider(<QuestionList startsGenerating={preset?.generates === true} />)}
          </Stack>
        </form>
      </FormProvider>
      {quiz === null ? null : <FormPanels entity="quiz" item={{ id: quiz.id, name: quiz.title }} />}
      {quiz === null ? null : <ItemAuditLog entity="quiz" entityId={quiz.id} />}
      <PublishingQuestions publishing={publishing} compare={compare} merging={merging} onReload={onReload} />
    </EditDialog>
  );
}

const headOf = ({ stored, edited }: OpenedItem<Quiz>) => (
  <ItemHead title={edited.title} savedAt={stored.updatedAt} status={stored} />
);

/** The quiz's lesson, title and description. */
export function QuizFields({ lessonTitle }: { lessonTitle: string | null | undefined }) {
  const t = useMessages();
  const { control } = useFormContext<QuizFormValues>();
  // Registered in screen order, because focus moves to the first invalid field.
  const lesson = useController({ control, name: 'lessonId' });
  const title = useController({ control, name: 'title' });
  const description = useController({ control, name: 'description' });
  const isPractice = useController({ control, name: 'isPractice' });

  return (
    <Card>
      <Stack gap={4}>
        <FormField label={t('field.lesson')} required error={lesson.fieldState.error?.message}>
          <LessonSelector
            ref={lesson.field.ref}
            value={lesson.field.value}
            title={lessonTitle}
            onChange={lesson.field.onChange}
            onBlur={lesson.field.onBlur}
          />
        </FormField>
        <FormField label={t('field.title')} required error={title.fieldState.error?.message}>
          <TextInput {...title.field} lang={detectLang(title.field.value)} />
        </FormField>
        <FormField label={t('field.description')} required error={description.fieldState.error?.message}>
          <TextArea {...description.field} lang={detectLang(description.field.value)} />
        </FormField>
        <PracticeCheckbox field={isPractice.field} />
      </Stack>
    </Card>
  );
}

function PracticeCheckbox({ field }: { field: ControllerRenderProps<QuizFormValues, 'isPractice'> }) {
  const t = useMessages();
  const { value, ...control } = field;
  const hintId = useId();
  return (
    <Stack gap={1}>
      <Checkbox {...control} checked={value ?? false} aria-describedby={hintId}>
        {t('quizForm.practice')}
      </Checkbox>
      <Text size="small" muted id={hintId}>
        {t('quizForm.practiceHint')}
      </Text>
    </Stack>
  );
}
