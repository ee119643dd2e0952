import {
  CommentMark,
  DragHandle,
  type DragHandleProps,
  DuplicateButton,
  MoveButtons,
  useFormContext,
} from '@khmer-learning/console-kit';
import { questionKinds, quizLimits } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import {
  Badge,
  Card,
  ChevronDownIcon,
  ChevronRightIcon,
  CircleAlertIcon,
  ConfirmDialog,
  color,
  FormField,
  IconButton,
  Inline,
  narrowBreakpoint,
  Select,
  Stack,
  space,
  Text,
  TextInput,
  TrashIcon,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import { createContext, memo, useContext, useState } from 'react';
import { type Control, useController, useFormState } from 'react-hook-form';
import styled from 'styled-components';
import { detectLang, MixedLanguageText } from '../khmer/mixed-language-text.tsx';
import { useMessages } from '../messages/messages.ts';
import { SharedQuestion } from '../question-bank/question-uses.tsx';
import { TryAnswer } from '../try-answer/try-answer.tsx';
import { AnswerFields } from './answer-fields.tsx';
import { questionKindLabel, questionKindOptions } from './question-kinds.ts';
import { QuestionRecordingsProvider, QuestionTextRecordings } from './question-recordings.tsx';
import { isEmptyQuestion } from './question-values.ts';
import type { QuizFormValues } from './quiz.fields.tsx';

/** What the handle of a question needs to drag it. */
export const SortableQuestionContext = createContext<DragHandleProps['sortable'] | null>(null);

function QuestionHandle({ name }: { name: string }) {
  const sortable = useContext(SortableQuestionContext);
  return sortable === null ? null : <DragHandle name={name} sortable={sortable} />;
}

const Summary = styled.div`
  display: flex;
  flex: 1 1 5rem;
  align-items: center;
  gap: ${space(2)};
  min-width: 0;
  & > p { flex: 1; min-width: 0; }
  & > svg { flex: none; width: 1rem; height: 1rem; color: ${color('dangerText')}; }
`;

/* A collapsed question is one line, also on a narrow screen. */
const MoreActions = styled.span<{ $isCollapsed: boolean }>`
  display: contents;
  @media (max-width: ${narrowBreakpoint}) { ${({ $isCollapsed }) => $isCollapsed && 'display: none;'} }
`;

export interface QuestionEditorProps {
  control: Control<QuizFormValues>;
  /** Identifies the question, also after it is moved. */
  fieldKey: string;
  index: number;
  /** Number of questions. The last remaining question cannot be removed. */
  count: number;
  /** Only its number, kind and text are shown. The fields stay mounted: a recording may be on its way to them. */
  isCollapsed: boolean;
  onToggle: (fieldKey: string) => void;
  onMove: (from: number, to: number) => void;
  onDuplicate: (index: number) => void;
  onRemove: (index: number) => void;
}

/** One question of the form. Memoised, because a quiz can have 200 questions. */
export const QuestionEditor = memo(function QuestionEditor({
  control,
  fieldKey,
  index,
  count,
  isCollapsed,
  onToggle,
  onMove,
  onDuplicate,
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

  const { errors } = useFormState({ control, name: `questions.${index}` });
  const [isConfirmingRemoval, setIsConfirmingRemoval] = useState(false);

  const remove = () => {
    if (isEmptyQuestion(getValues(`questions.${index}`))) onRemove(index);
    else setIsConfirmingRemoval(true);
  };

  const number = index + 1;
  const name = t('questionEditor.name', { number });
  const Chevron = isCollapsed ? ChevronRightIcon : ChevronDownIcon;
  const { value: text } = question.field;
  return (
    <div data-comment-place="">
      <Card
        title={t('label.questionNumber', { number })}
        actions={
          <>
            {isCollapsed ? (
              <Summary>
                <Badge>{questionKindLabel(kind.field.value ?? 'choice')}</Badge>
                <Text size="small" muted lines={1}>
                  <MixedLanguageText>{isBlank(text) ? t('questionEditor.noText') : text}</MixedLanguageText>
                </Text>
                {errors.questions?.[index] ? (
                  <>
                    <CircleAlertIcon aria-hidden="true" />
                    <VisuallyHidden>{t('questionEditor.hasErrors')}</VisuallyHidden>
                  </>
                ) : null}
              </Summary>
            ) : null}
            <Inline gap={1} wrap={false}>
              <IconButton
                size="small"
                label={t(isCollapsed ? 'questionEditor.expand' : 'questionEditor.collapse', { number })}
                tooltip={t(isCollapsed ? 'questionEditor.expandTooltip' : 'questionEditor.collapseTooltip')}
                icon={<Chevron aria-hidden="true" />}
                onClick={() => onToggle(fieldKey)}
              />
              {count > 1 ? <QuestionHandle name={name} /> : null}
              <MoreActions $isCollapsed={isCollapsed}>
                <MoveButtons name={name} index={index} count={count} onMove={(to) => onMove(index, to)} />
                {isBlank(text) ? null : (
                  <CommentMark place={{ section: text }} label={t('label.questionNumber', { number })} />
                )}
                {count < quizLimits.questions ? (
                  <DuplicateButton name={name} onClick={() => onDuplicate(index)} />
                ) : null}
                {count > 1 ? (
                  <IconButton
                    size="small"
                    dangerous
                    data-action="remove"
                    label={t('questionEditor.remove', { number })}
                    tooltip={t('action.removeQuestion')}
                    icon={<TrashIcon aria-hidden="true" />}
                    onClick={remove}
                  />
                ) : null}
              </MoreActions>
            </Inline>
          </>
        }
        flush={isCollapsed}
      >
        <div hidden={isCollapsed}>
          <Stack gap={4}>
            <QuestionRecordingsProvider
              control={control}
              index={index}
              label={t('label.questionNumber', { number })}
            >
              <FormField
                label={t('field.question')}
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
              <SharedQuestion index={index} />
              <TryAnswer control={control} index={index} />
            </QuestionRecordingsProvider>
          </Stack>
        </div>
        <ConfirmDialog
          open={isConfirmingRemoval}
          onOpenChange={setIsConfirmingRemoval}
          title={t('questionEditor.removeQuestion', { number })}
          description={t('questionEditor.removeConsequence')}
          confirmLabel={t('action.removeQuestion')}
          dangerous
          onConfirm={() => onRemove(index)}
        />
      </Card>
    </div>
  );
});
