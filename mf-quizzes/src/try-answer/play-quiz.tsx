import { useFormContext } from '@khmer-learning/console-kit';
import { Button, Dialog, PlayIcon } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { isEmptyQuestion, type QuestionFormValues } from '../quiz-form/question-values.ts';
import type { QuizFormValues } from '../quiz-form/quiz.fields.tsx';
import { LazyLearnerView } from './lazy-learner-view.tsx';

/** The button that plays the quiz as it stands in the form, without questions in which nothing is written. */
export function PlayQuiz() {
  const t = useMessages();
  const { getValues } = useFormContext<QuizFormValues>();
  const [played, setPlayed] = useState<readonly QuestionFormValues[] | null>(null);
  return (
    <>
      <Button
        icon={<PlayIcon aria-hidden="true" />}
        onClick={() => setPlayed(getValues('questions').filter((question) => !isEmptyQuestion(question)))}
      >
        {t('quizPlayer.open')}
      </Button>
      {played === null ? null : (
        <Dialog
          open
          onOpenChange={() => setPlayed(null)}
          title={t('quizPlayer.open')}
          description={t('quizPlayer.hint')}
        >
          {played.length === 0 ? (
            t('quizPlayer.empty')
          ) : (
            <LazyLearnerView>{({ QuizPlayer }) => <QuizPlayer values={played} />}</LazyLearnerView>
          )}
        </Dialog>
      )}
    </>
  );
}
