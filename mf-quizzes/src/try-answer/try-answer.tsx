import { Button, ChevronDownIcon, ChevronRightIcon, Stack } from '@khmer-learning/ui-kit';
import { useId, useState } from 'react';
import type { Control } from 'react-hook-form';
import { useMessages } from '../messages/messages.ts';
import type { QuizFormValues } from '../quiz-form/quiz.fields.tsx';
import { LazyLearnerView } from './lazy-learner-view.tsx';

interface TryAnswerProps {
  control: Control<QuizFormValues>;
  /** Index of the question. */
  index: number;
}

/** A question as learners see it, in which an author tries answers. Closed at first. */
export function TryAnswer(props: TryAnswerProps) {
  const t = useMessages();
  const [isOpen, setOpen] = useState(false);
  const contentId = useId();
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <Stack gap={3}>
      <div>
        <Button
          variant="ghost"
          size="small"
          icon={<Chevron aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setOpen(!isOpen)}
        >
          {t('tryAnswer.label')}
        </Button>
      </div>
      <div id={contentId}>
        {isOpen ? <LazyLearnerView>{({ LearnerView }) => <LearnerView {...props} />}</LazyLearnerView> : null}
      </div>
    </Stack>
  );
}
