import { zodResolver } from '@hookform/resolvers/zod';
import {
  FieldRow,
  FormOutline,
  type FormOutlineProps,
  type ItemFormProps,
  type OpenedItem,
  OutlinedForm,
  PublishableForm,
  RecordingUploadStatus,
  useFormContext,
  useRecordingUploads,
} from '@khmer-learning/console-kit';
import { useFindText } from '@khmer-learning/console-sdk';
import type { Quiz, QuizContents } from '@khmer-learning/contracts';
import { findText, isBlank } from '@khmer-learning/khmer-text';
import { Card, Checkbox, Stack, Text } from '@khmer-learning/ui-kit';
import { useEffect, useId, useMemo, useRef } from 'react';
import { useController, useForm, useFormState, useWatch } from 'react-hook-form';
import { useFetchLesson } from '../lessons/lessons.api.ts';
import { useMessages } from '../messages/messages.ts';
import { useSharedQuestions } from '../question-bank/question-bank.api.ts';
import { SharedQuestionsContext } from '../question-bank/question-uses.tsx';
import { quizKind } from '../quizzes/quizzes.api.ts';
import { questionKindLabel } from './question-kinds.ts';
import { QuestionList } from './question-list.tsx';
import {
  type QuizFormValues,
  quizFields,
  quizFormSchema,
  quizMapping,
  quizPresetSchema,
  quizValuesSchema,
} from './quiz.fields.tsx';

export function QuizForm({ preset: presetOfView, ...props }: ItemFormProps<OpenedItem<Quiz>>) {
  const t = useMessages();
  const quiz = props.item?.edited ?? null;
  const preset = quizPresetSchema.safeParse(presetOfView).data;
  const values = quizMapping.toValues(quiz);
  const form = useForm<QuizFormValues, unknown, QuizContents>({
    resolver: zodResolver(quizFormSchema),
    defaultValues: quiz === null && preset ? { ...values, lessonId: preset.lessonId } : values,
  });
  const recordings = useRecordingUploads();
  const fields = quizFields(quiz, useFetchLesson());
  const shared = useSharedQuestions(props.item?.id ?? null).data;
  const sharedQuestions = useMemo(
    () => new Map(shared?.questions.map(({ questionId, usedIn }) => [questionId, usedIn])),
    [shared],
  );
  const questions = useRef<{ expand: (index: number) => void }>(null);
  const general = useRef<HTMLDivElement>(null);
  const found = useFindText();
  useEffect(() => {
    const dialog = general.current?.closest('[role="dialog"]');
    // Not in the effect itself: a question that was collapsed has to be rendered before.
    if (found !== null && dialog) queueMicrotask(() => selectText(dialog, found, questions.current?.expand));
  }, [found]);

  return (
    <PublishableForm
      {...props}
      kind={quizKind}
      form={form}
      schema={quizValuesSchema}
      contentsSchema={quizFormSchema}
      fields={fields}
      mapping={quizMapping}
      title={t(quiz === null ? 'quizForm.create' : 'quizForm.edit')}
      publishLabel={t('quizForm.publish')}
      size="full"
      commentedSections={({ questions }) => questions.map(({ question }) => ({ text: question, rows: [] }))}
      busy={recordings.clips.length > 0}
      onItemChange={(saved) => {
        // The server has given new questions their ids.
        for (const [index, { id }] of quizMapping.toValues(saved.edited).questions.entries()) {
          if (form.getValues(`questions.${index}.id`) !== id) form.setValue(`questions.${index}.id`, id);
        }
        props.onItemChange(saved);
      }}
      footer={<RecordingUploadStatus uploads={recordings.uploads} />}
      wrap={(wrapped) => (
        <OutlinedForm
          outline={(place) => <QuizOutline {...place} />}
          onJump={(place) => questions.current?.expand(place - 1)}
        >
          {wrapped}
        </OutlinedForm>
      )}
    >
      <div data-form-place="" ref={general}>
        <Card>
          <Stack gap={4}>
            <FieldRow fields={fields} name="lessonId" />
            <FieldRow fields={fields} name="title" />
            <FieldRow fields={fields} name="description" />
            <PracticeCheckbox />
          </Stack>
        </Card>
      </div>
      {recordings.wrapWithProvider(
        <SharedQuestionsContext value={sharedQuestions}>
          <QuestionList
            ref={questions}
            startsGenerating={preset?.generates === true}
            quizId={props.item?.id ?? null}
          />
        </SharedQuestionsContext>,
      )}
    </PublishableForm>
  );
}

/** Selects a text in the first field of a question that has it, or else of the quiz. */
function selectText(form: Element, text: string, expand: ((index: number) => void) | undefined) {
  const fields = ['[data-question] input', 'input'].flatMap((selector) => [
    ...form.querySelectorAll<HTMLInputElement>(`${selector}[type="text"]`),
    ...form.querySelectorAll<HTMLTextAreaElement>(`${selector.replace('input', 'textarea')}`),
  ]);
  for (const field of fields) {
    const [place] = findText(field.value, text);
    if (place === undefined) continue;
    expand?.(Number(field.closest<HTMLElement>('[data-question]')?.dataset.question ?? -1));
    field.focus();
    field.setSelectionRange(place.start, place.end);
    field.scrollIntoView?.({ block: 'center' });
    return;
  }
}

function PracticeCheckbox() {
  const t = useMessages();
  const { control } = useFormContext<QuizFormValues>();
  const { value, ...field } = useController({ control, name: 'isPractice' }).field;
  const hintId = useId();
  return (
    <Stack gap={1}>
      <Checkbox {...field} checked={value ?? false} aria-describedby={hintId}>
        {t('quizForm.practice')}
      </Checkbox>
      <Text size="small" muted id={hintId}>
        {t('quizForm.practiceHint')}
      </Text>
    </Stack>
  );
}

/** The parts of the quiz form: the general fields, and each question by its number, first words and kind. */
function QuizOutline(props: Pick<FormOutlineProps, 'current' | 'onJump'>) {
  const t = useMessages();
  const { control } = useFormContext<QuizFormValues>();
  // Compared by value, so that typing in an option does not render the outline.
  const heads = useWatch({
    control,
    name: 'questions',
    compute: (questions) => questions.map(({ question, kind = 'choice' }) => ({ question, kind })),
  });
  const { errors } = useFormState({ control });
  const places = [
    { name: t('quizOutline.general'), invalid: Object.keys(errors).some((name) => name !== 'questions') },
    ...heads.map(({ question, kind }, index) => ({
      name: t('quizOutline.question', {
        number: index + 1,
        text: isBlank(question) ? t('questionEditor.noText') : question,
      }),
      detail: questionKindLabel(kind),
      invalid: errors.questions?.[index] !== undefined,
    })),
  ];
  return <FormOutline {...props} label={t('label.questions')} places={places} />;
}
