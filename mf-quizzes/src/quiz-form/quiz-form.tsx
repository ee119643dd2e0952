import { zodResolver } from '@hookform/resolvers/zod';
import {
  AutoSaveStatus,
  type ComparedField,
  EditDialog,
  FormPanels,
  ItemAuditLog,
  type ItemFormProps,
  PublishButtons,
  RestoreDraftPrompt,
  useApi,
  usePublishing,
  useUndoHistory,
  type VersionComparison,
} from '@khmer-learning/console-sdk';
import { messages, type Quiz, type QuizStatus } from '@khmer-learning/contracts';
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
import { type QuizPayload, quizMutations, useFetchQuiz } from '../quizzes/quizzes.api.ts';
import { QuestionList } from './question-list.tsx';
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
  const undoHistory = useUndoHistory(form);
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
    changes: ['quiz'],
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
      undoHistory={undoHistory}
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
      {quiz === null ? null : <FormPanels entity="quiz" item={{ id: quiz.id, name: quiz.title }} />}
      {quiz === null ? null : <ItemAuditLog entity="quiz" entityId={quiz.id} />}
      {publishing.dialogs}
    </EditDialog>
  );
}

/** The quiz's lesson, title and description. */
export function QuizFields({ lessonTitle }: { lessonTitle: string | null | undefined }) {
  const { control } = useFormContext<QuizFormValues>();
  // Registered in screen order, because focus moves to the first invalid field.
  const lesson = useController({ control, name: 'lessonId' });
  const title = useController({ control, name: 'title' });
  const description = useController({ control, name: 'description' });
  const isPractice = useController({ control, name: 'isPractice' });

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
        <PracticeCheckbox field={isPractice.field} />
      </Stack>
    </Card>
  );
}

function PracticeCheckbox({ field }: { field: ControllerRenderProps<QuizFormValues, 'isPractice'> }) {
  const { value, ...control } = field;
  const hintId = useId();
  return (
    <Stack gap={1}>
      <Checkbox {...control} checked={value ?? false} aria-describedby={hintId}>
        Practice quiz
      </Checkbox>
      <Text size="small" muted id={hintId}>
        Learners’ apps receive the correct answers together with the questions. Leave it off for quizzes that
        are scored.
      </Text>
    </Stack>
  );
}

const practiceLabel = (isPractice: boolean) => (isPractice ? 'Practice' : 'Scored');

const quizStatusLabels: Record<QuizStatus, string> = { active: 'Active', draft: 'Draft' };

type Question = QuizPayload['questions'][number];

/** Formats a question and its options, one per line, with the correct option marked. */
function formatQuestion({ question, options, correctAnswer }: Question): string {
  const lines = options.map((option) => (option === correctAnswer ? `✓ ${option}` : `– ${option}`));
  return [question, ...lines].join('\n');
}

function compareQuestions(theirs: readonly Question[], yours: readonly Question[]): ComparedField[] {
  const ids = theirs.map(({ id }) => id);
  const added = yours.filter(({ id }) => id === undefined || !ids.includes(id));
  return [
    ...theirs.map((question, index) => {
      const same = yours.find(({ id }) => id === question.id);
      return {
        label: `Question ${index + 1}`,
        theirs: formatQuestion(question),
        yours: same === undefined ? null : formatQuestion(same),
      };
    }),
    ...added.map((question, index) => ({
      label: `New question ${index + 1}`,
      theirs: null,
      yours: formatQuestion(question),
    })),
  ];
}

const joinQuestionTexts = (questions: readonly Question[]) =>
  questions.map(({ question }) => question).join('\n');

/** Compares the stored quiz with the rejected edit (version conflict), question by question. */
function compareQuizzes(theirs: Quiz, yours: QuizPayload, lessonTitle: string): VersionComparison {
  return {
    version: theirs.version,
    fields: [
      { label: 'Status', theirs: quizStatusLabels[theirs.status], yours: quizStatusLabels[yours.status] },
      {
        label: 'Lesson',
        theirs: theirs.lessonId === yours.lessonId ? lessonTitle : (theirs.lessonTitle ?? 'No lesson'),
        yours: lessonTitle,
      },
      { label: 'Title', theirs: theirs.title, yours: yours.title },
      { label: 'Description', theirs: theirs.description, yours: yours.description },
      {
        label: 'Type',
        theirs: practiceLabel(theirs.isPractice),
        yours: practiceLabel(yours.isPractice ?? false),
      },
      {
        label: 'Questions',
        theirs: joinQuestionTexts(theirs.questions),
        yours: joinQuestionTexts(yours.questions),
      },
      ...compareQuestions(theirs.questions, yours.questions),
    ],
  };
}
