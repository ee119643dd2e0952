import { lacksRecording, quizLimits, quizMessages } from '@khmer-learning/contracts';
import { Callout, Checkbox, FormField, TextInput, translateServerMessage } from '@khmer-learning/ui-kit';
import { type Control, useController, useFormState, useWatch } from 'react-hook-form';
import { detectLang } from '../khmer/mixed-language-text.tsx';
import { useMessages } from '../messages/messages.ts';
import { AnswerRows } from './answer-rows.tsx';
import { OptionFields } from './option-fields.tsx';
import { QuestionTextRecordings } from './question-recordings.tsx';
import { toQuestion } from './question-values.ts';
import type { QuizFormValues } from './quiz.fields.tsx';
import { TextListFields } from './text-list-fields.tsx';

interface AnswerFieldsProps {
  control: Control<QuizFormValues>;
  index: number;
}

function useQuestionErrors({ control, index }: AnswerFieldsProps) {
  const { errors } = useFormState({ control, name: `questions.${index}` });
  return errors.questions?.[index];
}

export function AnswerFields(props: AnswerFieldsProps) {
  const kind = useWatch({ control: props.control, name: `questions.${props.index}.kind` }) ?? 'choice';
  const Fields = fieldsByKind[kind];
  return <Fields {...props} />;
}

function ChoiceFields({ control, index }: AnswerFieldsProps) {
  const t = useMessages();
  // Registered in screen order, because focus moves to the first invalid field.
  const options = useController({
    control,
    name: `questions.${index}.options`,
    // The validity of the correct answer depends on the option texts.
    rules: { deps: [`questions.${index}.correctAnswer`] },
  });
  const answer = useController({ control, name: `questions.${index}.correctAnswer` });
  const errors = useQuestionErrors({ control, index });
  return (
    <FormField
      group
      label={t('answerFields.options')}
      required
      hint={t('answerFields.optionsHint')}
      error={errors?.options?.message ?? errors?.correctAnswer?.message}
    >
      <OptionFields
        optionsRef={options.field.ref}
        correctIndexRef={answer.field.ref}
        options={options.field.value}
        correctIndex={answer.field.value}
        errors={options.field.value.map((_, optionIndex) => errors?.options?.[optionIndex]?.message)}
        onOptionsChange={options.field.onChange}
        onCorrectIndexChange={answer.field.onChange}
        onBlur={options.field.onBlur}
      />
    </FormField>
  );
}

function AcceptedAnswers({ control, index }: AnswerFieldsProps) {
  const t = useMessages();
  const answer = useController({ control, name: `questions.${index}.answer` });
  const accepted = useController({ control, name: `questions.${index}.acceptedAnswers` });
  // The contract reports a missing answer at the correct answer.
  const missing = useController({ control, name: `questions.${index}.correctAnswer` });
  const errors = useQuestionErrors({ control, index });
  const kind = useWatch({ control, name: `questions.${index}.kind` });
  const { value: answerText = '', ...answerField } = answer.field;
  const others = accepted.field.value ?? [];
  return (
    <>
      <FormField
        label={t('answerFields.answer')}
        required
        error={errors?.correctAnswer?.message}
        // A typed answer is not played.
        aside={kind === 'listening' ? <QuestionTextRecordings name="answer" text={answerText} /> : null}
      >
        <TextInput
          {...answerField}
          ref={missing.field.ref}
          value={answerText}
          lang={detectLang(answerText)}
        />
      </FormField>
      <FormField
        group
        label={t('answerFields.alsoAccepted')}
        hint={t('answerFields.alsoAcceptedHint')}
        error={errors?.acceptedAnswers?.message}
      >
        <TextListFields
          list="answer"
          texts={others}
          min={0}
          max={quizLimits.acceptedAnswers}
          errors={others.map((_, place) => errors?.acceptedAnswers?.[place]?.message)}
          onChange={accepted.field.onChange}
          onBlur={accepted.field.onBlur}
          inputRef={accepted.field.ref}
        />
      </FormField>
    </>
  );
}

function TypedFields(props: AnswerFieldsProps) {
  const t = useMessages();
  const { control, index } = props;
  const wrong = useController({ control, name: `questions.${index}.wrongOptions` });
  const errors = useQuestionErrors(props);
  const texts = wrong.field.value ?? [];
  return (
    <>
      <AcceptedAnswers {...props} />
      <FormField
        group
        label={t('answerFields.wrongOptions')}
        hint={t('answerFields.wrongOptionsHint')}
        error={errors?.options?.message}
      >
        <TextListFields
          list="wrongOption"
          texts={texts}
          min={0}
          max={quizLimits.optionsMax - 1}
          // The first option of the contract is the answer.
          errors={texts.map((_, place) => errors?.options?.[place + 1]?.message)}
          onChange={wrong.field.onChange}
          onBlur={wrong.field.onBlur}
          inputRef={wrong.field.ref}
        />
      </FormField>
    </>
  );
}

function ListeningFields(props: AnswerFieldsProps) {
  const t = useMessages();
  const { control, index } = props;
  const isTyped = useController({ control, name: `questions.${index}.isTyped` });
  const values = useWatch({ control, name: `questions.${index}` });
  const { value, ...field } = isTyped.field;
  const { kind, correctAnswer = '', recordings } = toQuestion(values);
  return (
    <>
      <Checkbox {...field} checked={value ?? false}>
        {t('answerFields.isTyped')}
      </Checkbox>
      {value ? <AcceptedAnswers {...props} /> : <ChoiceFields {...props} />}
      {lacksRecording({ kind, correctAnswer, recordings }) ? (
        <Callout title={translateServerMessage(quizMessages.recording)}>
          {t('answerFields.needsRecording')}
        </Callout>
      ) : null}
    </>
  );
}

function MatchingFields({ control, index }: AnswerFieldsProps) {
  const t = useMessages();
  const { field } = useController({ control, name: `questions.${index}.pairs` });
  const errors = useQuestionErrors({ control, index })?.pairs;
  const pairs = field.value ?? [];
  return (
    <FormField
      group
      label={t('answerFields.pairs')}
      required
      hint={t('answerFields.pairsHint')}
      error={errors?.message ?? errors?.root?.message}
    >
      <AnswerRows
        rows={pairs.map(({ left, right }) => [left, right])}
        columns="minmax(0, 1fr) minmax(0, 1fr) 1.875rem"
        newRow={['', '']}
        min={quizLimits.pairsMin}
        max={quizLimits.pairsMax}
        errors={pairs.map((_, place) => errors?.[place]?.left?.message ?? errors?.[place]?.right?.message)}
        onChange={(rows) => field.onChange(rows.map(([left, right]) => ({ left, right })))}
        onBlur={field.onBlur}
        inputRef={field.ref}
        addLabel={t('pairFields.add')}
        removeTooltip={t('pairFields.removeTooltip')}
        textsOf={(number) => ({
          inputs: [
            { label: t('pairFields.leftOf', { number }), placeholder: t('pairFields.left') },
            { label: t('pairFields.rightOf', { number }), placeholder: t('pairFields.right') },
          ],
          remove: t('pairFields.remove', { number }),
          removed: t('pairFields.removed', { number }),
        })}
      />
    </FormField>
  );
}

function OrderingFields({ control, index }: AnswerFieldsProps) {
  const t = useMessages();
  const { field } = useController({ control, name: `questions.${index}.parts` });
  const errors = useQuestionErrors({ control, index })?.parts;
  const parts = field.value ?? [];
  return (
    <FormField
      group
      label={t('answerFields.parts')}
      required
      hint={t('answerFields.partsHint')}
      error={errors?.message}
    >
      <TextListFields
        list="part"
        texts={parts}
        min={quizLimits.partsMin}
        max={quizLimits.partsMax}
        errors={parts.map((_, place) => errors?.[place]?.message)}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
      />
    </FormField>
  );
}

const fieldsByKind = {
  choice: ChoiceFields,
  typed: TypedFields,
  listening: ListeningFields,
  matching: MatchingFields,
  ordering: OrderingFields,
};
