import {
  findChangedQuizzes,
  SelectionBar,
  toCandidates,
  usePublishTogether,
  useRights,
} from '@khmer-learning/console-kit';
import type { ApiClient } from '@khmer-learning/console-sdk';
import { lessons, type Quiz } from '@khmer-learning/contracts';
import { Button } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import { useMessages } from '../messages/messages.ts';

interface QuizSelectionBarProps {
  selected: readonly Quiz[];
  /** A `SelectAll`. */
  selectAll?: ReactNode;
  onClear: () => void;
}

/** Publishes the selected quizzes together, and what changed with them. */
export function QuizSelectionBar({ selected, selectAll, onClear }: QuizSelectionBarProps) {
  const t = useMessages();
  const { mayPublish } = useRights();
  const { Dialog: PublishTogetherDialog, ...together } = usePublishTogether();
  if (selected.length === 0) return null;
  return (
    <>
      <SelectionBar
        label={t('quizSelection.label')}
        count={t('quizSelection.selected', { count: selected.length })}
        clearLabel={t('quizSelection.clear')}
        onClear={onClear}
        selectAll={selectAll}
      >
        {mayPublish ? (
          <Button size="small" loading={together.isOpening} onClick={together.open}>
            {t('quizSelection.publishTogether')}
          </Button>
        ) : null}
      </SelectionBar>
      {PublishTogetherDialog === null ? null : (
        <PublishTogetherDialog
          chosen={toCandidates('quiz', selected)}
          findOffered={(api, signal) => findChanges(api, selected, signal)}
          onPublished={onClear}
          onClose={together.close}
        />
      )}
    </>
  );
}

/** A release has no more items, but more quizzes may be selected. */
const maxLessons = 50;

/** Finds the lessons of quizzes, and the other quizzes of these that changed. */
async function findChanges(api: ApiClient, quizzes: readonly Quiz[], signal: AbortSignal) {
  const ids = [...new Set(quizzes.flatMap(({ lessonId }) => lessonId ?? []))].slice(0, maxLessons);
  const found = await Promise.all(ids.map((id) => api.call(lessons.get, { params: { id } }, { signal })));
  return [...toCandidates('lesson', found), ...(await findChangedQuizzes(api, ids, signal))];
}
