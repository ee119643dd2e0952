import { FormOutline, type FormOutlineProps, useFormContext } from '@khmer-learning/console-kit';
import { isBlank } from '@khmer-learning/khmer-text';
import { useFormState, useWatch } from 'react-hook-form';
import { useMessages } from '../messages/messages.ts';
import { questionKindLabel } from './question-kinds.ts';
import type { QuizFormValues } from './quiz.fields.tsx';

/** The parts of the quiz form: the general fields, and each question by its number, first words and kind. */
export function QuizOutline(props: Pick<FormOutlineProps, 'current' | 'onJump'>) {
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
