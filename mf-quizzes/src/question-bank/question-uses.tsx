import { useFormContext } from '@khmer-learning/console-kit';
import { formatViewAddress } from '@khmer-learning/console-sdk';
import type { QuestionUses } from '@khmer-learning/contracts';
import { Text, TextLink } from '@khmer-learning/ui-kit';
import { createContext, Fragment, useContext } from 'react';
import { useWatch } from 'react-hook-form';
import { useMessages } from '../messages/messages.ts';
import type { QuizFormValues } from '../quiz-form/quiz.fields.tsx';

/** Links to quizzes, which open beside the form. */
export function QuizLinks({ uses }: { uses: QuestionUses }) {
  const t = useMessages();
  const more = uses.total - uses.quizzes.length;
  return (
    <>
      {uses.quizzes.map(({ id, title }, index) => (
        <Fragment key={id}>
          {index === 0 ? null : ', '}
          <TextLink
            href={formatViewAddress({ view: 'quizzes', list: undefined, item: id })}
            target="_blank"
            rel="noreferrer"
          >
            {title}
          </TextLink>
        </Fragment>
      ))}
      {more > 0 ? ` ${t('questionUses.more', { count: more })}` : null}
    </>
  );
}

/** The uses of the edited quiz's saved questions in other quizzes, by question id. */
export const SharedQuestionsContext = createContext<ReadonlyMap<number, QuestionUses>>(new Map());

export function SharedQuestion({ index }: { index: number }) {
  const t = useMessages();
  const { control } = useFormContext<QuizFormValues>();
  const id = useWatch({ control, name: `questions.${index}.id` });
  const uses = useContext(SharedQuestionsContext).get(id ?? 0);
  if (uses === undefined) return null;
  return (
    <Text size="small" muted>
      {t('questionUses.alsoIn', { count: uses.total, isMinimum: String(uses.isMinimum === true) })}{' '}
      <QuizLinks uses={uses} />. {t('questionUses.unchanged')}
    </Text>
  );
}
