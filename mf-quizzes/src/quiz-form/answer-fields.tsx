import { lacksRecording, quizLimits, quizMessages } from '@khmer-learning/contracts';
import { type AnswerVerdict, createAnswerComparison, isBlank } from '@khmer-learning/khmer-text';
import {
  Badge,
  Callout,
  Checkbox,
  FormField,
  Inline,
  Stack,
  Text,
  TextInput,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { type Control, useController, useFormState, useWatch } from 'react-hook-form';
import { detectLang } from '../khmer/mixed-language-text.tsx';
import { useMessages } from '../messages/messages.ts';
import { OptionFields } from './option-fields.tsx';
import { PairFields } from './pair-fields.tsx';
import { type QuestionFormValues, type QuizFormValues, toQuestion } from './quiz-form.schema.ts';
import { TextListFields } from './text-list-fields.tsx';

interface AnswerFieldsProps {
  control: Control<QuizFormValues>;
  /** Index of the question. */
  index: number;
}

function useQuestionErrors({ control, index }: AnswerFieldsProps) {
  const { errors } = useFormState({ control, name: `questions.${index}` });
  return errors.questions?.[index];
}

/** The answer of a question, by its kind. */
export function AnswerFields(props: AnswerFieldsProps) {
  const kind = useWatch({ control: props.control, name: `questions.${props.index}.kind` }) ?? 'choice';
  switch (kind) {
    case 'choice':
      return <ChoiceFields {...props} />;
    case 'typed':
      return <TypedFields {...props} />;
    case 'listening':
      return <ListeningFields {...props} />;
    case 'matching':
      return <MatchingFields {...props} />;
    case 'ordering':
      return <OrderingFields {...props} />;
  }
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

/** The answers that are right when they are typed, and a field to try others. */
function AcceptedAnswers({ control, index }: AnswerFieldsProps) {
  const t = useMessages();
  const answer = useController({ control, name: `questions.${index}.answer` });
  const accepted = useController({ control, name: `questions.${index}.acceptedAnswers` });
  // The contract reports a missing answer at the correct answer.
  const missing = useController({ control, name: `questions.${index}.correctAnswer` });
  const errors = useQuestionErrors({ control, index });
  const { value: answerText = '', ...answerField } = answer.field;
  const others = accepted.field.value ?? [];
  return (
    <>
      <FormField label={t('answerFields.answer')} required error={errors?.correctAnswer?.message}>
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
      <TryAnswer control={control} accepted={[answerText, ...others]} />
    </>
  );
}

const verdictLabels = {
  right: 'tryAnswer.right',
  almost: 'tryAnswer.almost',
  wrong: 'tryAnswer.wrong',
} as const satisfies Record<AnswerVerdict, string>;
const verdictTones = { right: 'green', almost: 'yellow', wrong: 'red' } as const;

/** The words of the whole quiz, with which an answer that is almost right must not be confused. */
function taughtTexts(questions: readonly QuestionFormValues[]): string[] {
  return questions
    .map(toQuestion)
    .flatMap(({ options = [], correctAnswer = '', acceptedAnswers = [], ...rest }) => {
      const { pairs = [], parts = [] } = rest;
      return [
        ...options,
        correctAnswer,
        ...acceptedAnswers,
        ...pairs.flatMap(({ left, right }) => [left, right]),
        ...parts,
      ];
    });
}

function TryAnswer({ control, accepted }: { control: Control<QuizFormValues>; accepted: readonly string[] }) {
  const t = useMessages();
  const [text, setText] = useState('');
  const questions = useWatch({ control, name: 'questions' });
  const verdict = isBlank(text) ? null : createAnswerComparison(taughtTexts(questions))(text, accepted);
  return (
    <Stack gap={1}>
      <FormField label={t('tryAnswer.label')} hint={t('tryAnswer.hint')}>
        <TextInput value={text} lang={detectLang(text)} onChange={({ target }) => setText(target.value)} />
      </FormField>
      <Inline gap={2} role="status">
        {verdict === null ? null : <Badge tone={verdictTones[verdict]}>{t(verdictLabels[verdict])}</Badge>}
        {verdict === 'almost' ? <Text size="small">{t('tryAnswer.almostHint')}</Text> : null}
      </Inline>
    </Stack>
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
      <PairFields
        pairs={pairs}
        errors={pairs.map((_, place) => errors?.[place]?.left?.message ?? errors?.[place]?.right?.message)}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
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
