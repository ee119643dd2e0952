import { zodResolver } from '@hookform/resolvers/zod';
import {
  Activity,
  AutoSaved,
  EditDialog,
  type EditorFormProps,
  RestoreOffer,
  StaleVersionDialog,
  UnpublishDialog,
  useApi,
  useAutoSave,
  useSave,
} from '@khmer-learning/console-sdk';
import { messages, type Quiz, type QuizStatus } from '@khmer-learning/contracts';
import { Button, Stack } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useFetchLesson } from '../lessons/lessons.api.ts';
import { type QuizChanges, quizCalls, quizKeys, useFetchQuiz } from '../quizzes/quizzes.api.ts';
import { QuestionList } from './question-list.tsx';
import { compareQuizzes } from './quiz-comparison.ts';
import { QuizFields } from './quiz-fields.tsx';
import { type QuizOutput, type QuizValues, quizForm, quizValues, quizValuesOf } from './quiz-form.schema.ts';

/** The full-screen form of a quiz (spec 2.11). */
export function QuizForm({ item: quiz, onClose, onReload }: EditorFormProps<Quiz>) {
  const form = useForm<QuizValues, unknown, QuizOutput>({
    resolver: zodResolver(quizForm),
    defaultValues: quizValuesOf(quiz),
  });
  const { isDirty } = form.formState;
  const autoSave = useAutoSave({ form, dirty: isDirty, schema: quizValues, name: 'quiz', item: quiz });
  const { save, isSaving, stale, keepEditing, overwrite } = useSave({
    form,
    calls: quizCalls(useApi()),
    says: messages.quiz,
    invalidates: [quizKeys.all],
    onSaved: () => {
      autoSave.clear();
      onClose();
    },
  });
  const fetchQuiz = useFetchQuiz();
  const fetchLesson = useFetchLesson();
  const compareWithStored = async (id: number, body: QuizChanges) => {
    const theirs = await fetchQuiz(id);
    const knownTitle = theirs.lessonId === body.lessonId ? theirs.lessonTitle : null;
    return compareQuizzes(theirs, body, knownTitle ?? (await fetchLesson(body.lessonId)).title);
  };
  const [unpublishing, setUnpublishing] = useState<QuizChanges | null>(null);

  const send = (body: QuizChanges) => save({ id: quiz?.id ?? null, body, version: autoSave.baseVersion });
  const submit = (status: QuizStatus) =>
    form.handleSubmit((values) => {
      const body = { ...values, status };
      if (status === 'draft' && quiz?.status === 'active') setUnpublishing(body);
      else send(body);
    })();

  return (
    <EditDialog
      title={quiz === null ? 'Create New Quiz' : 'Edit Quiz'}
      size="full"
      dirty={isDirty}
      onClose={onClose}
      onDiscard={autoSave.clear}
      headerEnd={<AutoSaved autoSave={autoSave} />}
      footer={
        <>
          <Button disabled={isSaving} onClick={() => submit('draft')}>
            Save as Draft
          </Button>
          <Button
            variant="primary"
            loading={isSaving}
            loadingLabel="Publishing..."
            onClick={() => submit('active')}
          >
            Publish Quiz
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => event.preventDefault()} onBlur={autoSave.save}>
          <Stack gap={5}>
            <RestoreOffer autoSave={autoSave} />
            <QuizFields lessonTitle={quiz?.lessonTitle} />
            <QuestionList />
          </Stack>
        </form>
      </FormProvider>
      {quiz === null ? null : <Activity entity="quiz" entityId={quiz.id} />}
      <UnpublishDialog
        open={unpublishing !== null}
        thing="quiz"
        consequence="learners no longer see it until it is published again."
        onCancel={() => setUnpublishing(null)}
        onConfirm={() => unpublishing !== null && send(unpublishing)}
      />
      {stale === null ? null : (
        <StaleVersionDialog
          thing="quiz"
          whatReloadDoes="What you have here is kept in this browser, and you can restore it."
          compare={() => compareWithStored(stale.id, stale.body)}
          onKeepEditing={keepEditing}
          onReload={() => {
            keepEditing();
            autoSave.save();
            onReload();
          }}
          onOverwrite={overwrite}
        />
      )}
    </EditDialog>
  );
}
