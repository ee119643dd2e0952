import { zodResolver } from '@hookform/resolvers/zod';
import {
  AutoSaveStatus,
  EditDialog,
  ItemAuditLog,
  type ItemFormProps,
  PublishButtons,
  RestoreDraftPrompt,
  useApi,
  usePublishing,
} from '@khmer-learning/console-sdk';
import { messages, type Quiz } from '@khmer-learning/contracts';
import { Stack } from '@khmer-learning/ui-kit';
import { FormProvider, useForm } from 'react-hook-form';
import { useFetchLesson } from '../lessons/lessons.api.ts';
import { type QuizPayload, quizKeys, quizMutations, useFetchQuiz } from '../quizzes/quizzes.api.ts';
import { compareQuizzes } from './compare-quizzes.ts';
import { QuestionList } from './question-list.tsx';
import { QuizFields } from './quiz-fields.tsx';
import {
  type QuizFormOutput,
  type QuizFormValues,
  quizDefaultValues,
  quizFormSchema,
  quizValuesSchema,
} from './quiz-form.schema.ts';

/** The full-screen form of a quiz (spec 2.11). */
export function QuizForm({ item: quiz, onClose, onReload }: ItemFormProps<Quiz>) {
  const form = useForm<QuizFormValues, unknown, QuizFormOutput>({
    resolver: zodResolver(quizFormSchema),
    defaultValues: quizDefaultValues(quiz),
  });
  const { isDirty } = form.formState;
  const fetchQuiz = useFetchQuiz();
  const fetchLesson = useFetchLesson();
  const compareWithStored = async (id: number, body: QuizPayload) => {
    const theirs = await fetchQuiz(id);
    const knownTitle = theirs.lessonId === body.lessonId ? theirs.lessonTitle : null;
    return compareQuizzes(theirs, body, knownTitle ?? (await fetchLesson(body.lessonId)).title);
  };
  const publishing = usePublishing({
    form,
    schema: quizValuesSchema,
    name: 'quiz',
    item: quiz,
    calls: quizMutations(useApi()),
    messages: messages.quiz,
    invalidates: [quizKeys.all],
    itemType: 'quiz',
    statuses: { published: 'active', draft: 'draft' },
    consequence: 'learners no longer see it until it is published again.',
    compare: compareWithStored,
    onClose,
    onReload,
  });
  const { autoSave } = publishing;

  return (
    <EditDialog
      title={quiz === null ? 'Create New Quiz' : 'Edit Quiz'}
      size="full"
      dirty={isDirty}
      saving={publishing.isSaving}
      onClose={onClose}
      headerEnd={<AutoSaveStatus autoSave={autoSave} />}
      footer={<PublishButtons publishing={publishing} label="Publish Quiz" />}
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => event.preventDefault()} onBlur={autoSave.save}>
          <Stack gap={5}>
            <RestoreDraftPrompt autoSave={autoSave} />
            <QuizFields lessonTitle={quiz?.lessonTitle} />
            <QuestionList />
          </Stack>
        </form>
      </FormProvider>
      {quiz === null ? null : <ItemAuditLog entity="quiz" entityId={quiz.id} />}
      {publishing.dialogs}
    </EditDialog>
  );
}
