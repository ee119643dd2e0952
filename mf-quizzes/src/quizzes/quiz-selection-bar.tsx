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
import { type ReactNode, useState } from 'react';
import { message, useMessages } from '../messages/messages.ts';
import { type QuizAction, QuizActionDialog, quizActions, useEditQuizzes } from './quiz-actions.tsx';

interface QuizSelectionBarProps {
  selected: readonly Quiz[];
  /** A `SelectAll`. */
  selectAll?: ReactNode;
  onDeselect: (id: number) => void;
  onClear: () => void;
}

/** The actions for the selected quizzes, which may be on several pages. */
export function QuizSelectionBar({ selected, selectAll, onDeselect, onClear }: QuizSelectionBarProps) {
  const t = useMessages();
  const { mayPublish, mayChange } = useRights();
  const mayApply = ({ name }: QuizAction, { status, mainLessonId }: Quiz) =>
    mayChange(mainLessonId ?? null) && (mayPublish || (name === 'delete' && status === 'draft'));
  const [task, setTask] = useState<{ action: QuizAction; quizzes: readonly Quiz[] } | null>(null);
  const [isShown, setIsShown] = useState(false);
  const name = task?.action.name ?? 'publish';
  const acting = useEditQuizzes({
    label: t('quizAction.progress', { action: name }),
    successMessage: (count) => message('quizAction.succeeded', { action: name, count }),
    onEdited(ids) {
      for (const id of ids) onDeselect(id);
      setTask(null);
    },
    isShown: task !== null && isShown,
    show: () => setIsShown(true),
  });
  const { Dialog: PublishTogetherDialog, ...together } = usePublishTogether();
  return (
    <>
      {selected.length === 0 ? null : (
        <SelectionBar
          label={t('quizSelection.label')}
          count={t('quizSelection.selected', { count: selected.length })}
          clearLabel={t('quizSelection.clear')}
          onClear={onClear}
          selectAll={selectAll}
        >
          {quizActions.map((action) => {
            const quizzes = selected.filter((quiz) => action.appliesTo(quiz) && mayApply(action, quiz));
            return (
              <Button
                key={action.name}
                size="small"
                disabled={quizzes.length === 0 || acting.isPending}
                onClick={() => {
                  acting.reset();
                  setTask({ action, quizzes });
                  setIsShown(true);
                }}
              >
                {t('quizAction.labelWithCount', { action: action.name, count: quizzes.length })}
              </Button>
            );
          })}
          {mayPublish ? (
            <Button
              size="small"
              disabled={acting.isPending}
              loading={together.isOpening}
              onClick={together.open}
            >
              {t('quizSelection.publishTogether')}
            </Button>
          ) : null}
        </SelectionBar>
      )}
      {task !== null && isShown ? (
        <QuizActionDialog
          {...task}
          editing={acting}
          onClose={() => {
            setIsShown(false);
            if (!acting.isPending) setTask(null);
          }}
        />
      ) : null}
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
