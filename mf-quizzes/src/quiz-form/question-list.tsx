import { useFormContext, useOfferUndo, useUndoableFieldArray } from '@khmer-learning/console-kit';
import { quizLimits } from '@khmer-learning/contracts';
import {
  Button,
  Heading,
  Inline,
  PlusIcon,
  Stack,
  Text,
  translateServerMessage,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFieldArray, useFormState } from 'react-hook-form';
import { questionKey } from '../generator/generate-questions.ts';
import { GenerateQuestionsDialog } from '../generator/generate-questions-dialog.tsx';
import { useMessages } from '../messages/messages.ts';
import { QuestionEditor } from './question-editor.tsx';
import { emptyQuestion, isEmptyQuestion, type QuestionFormValues } from './question-values.ts';
import type { QuizFormValues } from './quiz.fields.tsx';

interface QuestionListProps {
  /** Begins with the dialog that generates questions. */
  startsGenerating: boolean;
}

/** The questions of the form, written by hand or generated from a lesson's vocabulary. */
export function QuestionList({ startsGenerating }: QuestionListProps) {
  const t = useMessages();
  const { control, getValues, setValue } = useFormContext<QuizFormValues>();
  const { errors, isSubmitted } = useFormState({ control, name: 'questions', exact: true });
  // Questions have their own `id`, so the field array's render key needs another name.
  const { fields, append, insert, move, remove, replace } = useFieldArray({
    control,
    name: 'questions',
    keyName: 'key',
  });
  useUndoableFieldArray('questions', { insert, remove, move });
  const offerUndo = useOfferUndo();
  const [isGenerating, setIsGenerating] = useState(startsGenerating);
  /** The last change to the list, announced to screen readers. */
  const [announcement, setAnnouncement] = useState('');

  const moveTo = useCallback(
    (from: number, to: number) => {
      move(from, to);
      setAnnouncement(t('questionList.moved', { from: from + 1, to: to + 1 }));
    },
    [move, t],
  );

  const root = useRef<HTMLDivElement>(null);
  /** Index of the question to focus after the next render. */
  const pendingFocusIndex = useRef<number | null>(null);
  useEffect(() => {
    if (pendingFocusIndex.current === null) return;
    const question = root.current?.querySelector(`[data-question="${pendingFocusIndex.current}"]`);
    pendingFocusIndex.current = null;
    // The last remaining question has no remove button.
    (question?.querySelector<HTMLElement>('[data-remove]') ?? question?.querySelector('input'))?.focus();
  });

  const removeAt = useCallback(
    (index: number) => {
      remove(index);
      // Focus the question that takes its place, or the last one.
      pendingFocusIndex.current = Math.min(index, getValues('questions').length - 1);
      offerUndo(t('questionList.removed', { number: index + 1 }));
    },
    [remove, getValues, offerUndo, t],
  );

  const addGenerated = (questions: readonly QuestionFormValues[], lessonId: number) => {
    const written = getValues('questions').filter((question) => !isEmptyQuestion(question));
    replace([...written, ...questions]);
    if (getValues('lessonId') === 0) {
      setValue('lessonId', lessonId, { shouldDirty: true, shouldValidate: isSubmitted });
    }
    offerUndo(t('questionList.added', { count: questions.length }));
    setIsGenerating(false);
  };

  return (
    <Stack gap={4} ref={root}>
      <Inline justify="between">
        <Heading level={2} size="section">
          {t('questionList.title', { count: fields.length })}
        </Heading>
        <Button onClick={() => setIsGenerating(true)}>{t('questionList.generate')}</Button>
      </Inline>
      {fields.map(({ key }, index) => (
        <div key={key} data-question={index}>
          <QuestionEditor
            control={control}
            index={index}
            count={fields.length}
            onMove={moveTo}
            onRemove={removeAt}
          />
        </div>
      ))}
      {errors.questions?.root?.message === undefined ? null : (
        <Text role="alert">{translateServerMessage(errors.questions.root.message)}</Text>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <div>
        <Button
          icon={<PlusIcon aria-hidden="true" />}
          disabled={fields.length >= quizLimits.questions}
          onClick={() => append(emptyQuestion)}
        >
          {t('questionList.add')}
        </Button>
      </div>
      {isGenerating ? (
        <GenerateQuestionsDialog
          lessonId={getValues('lessonId')}
          remainingCapacity={
            quizLimits.questions - getValues('questions').filter((one) => !isEmptyQuestion(one)).length
          }
          existingQuestions={new Set(getValues('questions').map(questionKey))}
          onAdd={addGenerated}
          onClose={() => setIsGenerating(false)}
        />
      ) : null}
    </Stack>
  );
}
