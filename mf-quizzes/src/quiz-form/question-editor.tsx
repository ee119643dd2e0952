import { CommentMark, useFormContext } from '@khmer-learning/console-kit';
import { questionKinds } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  Card,
  ConfirmDialog,
  FormField,
  IconButton,
  Inline,
  Select,
  Stack,
  TextInput,
  TrashIcon,
} from '@khmer-learning/ui-kit';
import { memo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Control, useController } from 'react-hook-form';
import { detectLang } from '../khmer/mixed-language-text.tsx';
import { useMessages } from '../messages/messages.ts';
import { TryAnswer } from '../try-answer/try-answer.tsx';
import { AnswerFields } from './answer-fields.tsx';
import { questionKindOptions } from './question-kinds.ts';
import { QuestionRecordingsProvider, QuestionTextRecordings } from './question-recordings.tsx';
import { isEmptyQuestion } from './question-values.ts';
import type { QuizFormValues } from './quiz.fields.tsx';

interface QuestionEditorProps {
  control: Control<QuizFormValues>;
  index: number;
  /** Number of questions. The last remaining question cannot be removed. */
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}

/** One question of the form. Memoised, because a quiz can have 200 questions. */
export const QuestionEditor = memo(function QuestionEditor({
  control,
  index,
  count,
  onMove,
  onRemove,
}: QuestionEditorProps) {
  const t = useMessages();
  const { getValues } = useFormContext<QuizFormValues>();
  // Registered in screen order, because focus moves to the first invalid field.
  const question = useController({ control, name: `questions.${index}.question` });
  const kind = useController({
    control,
    name: `questions.${index}.kind`,
    // Another kind has other fields, which may be missing.
    rules: { deps: [`questions.${index}`] },
  });

  const moveUpButton = useRef<HTMLButtonElement>(null);
  const moveDownButton = useRef<HTMLButtonElement>(null);
  const [isConfirmingRemoval, setIsConfirmingRemoval] = useState(false);

  const moveBy = (step: 1 | -1) => {
    // Moving the question in the DOM loses its focus, so restore it.
    flushSync(() => onMove(index, index + step));
    const [pressed, other] = step < 0 ? [moveUpButton, moveDownButton] : [moveDownButton, moveUpButton];
    (pressed.current?.disabled ? other : pressed).current?.focus();
  };
  const remove = () => {
    if (isEmptyQuestion(getValues(`questions.${index}`))) onRemove(index);
    else setIsConfirmingRemoval(true);
  };

  const number = index + 1;
  const { value: text } = question.field;
  return (
    <div data-comment-place="">
      <Card
        title={t('questionEditor.title', { number })}
        actions={
          <Inline gap={1} wrap={false}>
            {isBlank(text) ? null : (
              <CommentMark place={{ section: text }} label={t('questionEditor.title', { number })} />
            )}
            <IconButton
              ref={moveUpButton}
              size="small"
              label={t('questionEditor.moveUp', { number })}
              tooltip={t('questionEditor.moveUpTooltip')}
              icon={<ArrowUpIcon aria-hidden="true" />}
              disabled={index === 0}
              onClick={() => moveBy(-1)}
            />
            <IconButton
              ref={moveDownButton}
              size="small"
              label={t('questionEditor.moveDown', { number })}
              tooltip={t('questionEditor.moveDownTooltip')}
              icon={<ArrowDownIcon aria-hidden="true" />}
              disabled={index === count - 1}
              onClick={() => moveBy(1)}
            />
            {count > 1 ? (
              <IconButton
                size="small"
                dangerous
                data-remove=""
                label={t('questionEditor.remove', { number })}
                tooltip={t('questionEditor.removeTooltip')}
                icon={<TrashIcon aria-hidden="true" />}
                onClick={remove}
              />
            ) : null}
          </Inline>
        }
      >
        <Stack gap={4}>
          <QuestionRecordingsProvider
            control={control}
            index={index}
            label={t('questionEditor.title', { number })}
          >
            <FormField
              label={t('questionEditor.question')}
              required
              error={question.fieldState.error?.message}
              aside={<QuestionTextRecordings name="question" text={question.field.value} />}
            >
              <TextInput {...question.field} lang={detectLang(question.field.value)} />
            </FormField>
            <FormField label={t('questionEditor.kind')}>
              <Select
                ref={kind.field.ref}
                options={questionKindOptions(questionKinds)}
                value={kind.field.value ?? 'choice'}
                onValueChange={(value) => kind.field.onChange(questionKinds.find((one) => one === value))}
                onBlur={kind.field.onBlur}
              />
            </FormField>
            <AnswerFields control={control} index={index} />
            <TryAnswer control={control} index={index} />
          </QuestionRecordingsProvider>
        </Stack>
        <ConfirmDialog
          open={isConfirmingRemoval}
          onOpenChange={setIsConfirmingRemoval}
          title={t('questionEditor.removeQuestion', { number })}
          description={t('questionEditor.removeConsequence')}
          confirmLabel={t('questionEditor.removeConfirm')}
          dangerous
          onConfirm={() => onRemove(index)}
        />
      </Card>
    </div>
  );
});
