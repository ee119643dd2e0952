import {
  findChangedQuizzes,
  SelectionBar,
  toCandidates,
  useLazyDialog,
  usePublishTogether,
  useRights,
} from '@khmer-learning/console-kit';
import type { LessonSummary } from '@khmer-learning/contracts';
import { Button } from '@khmer-learning/ui-kit';
import { type ReactNode, useState } from 'react';
import { useAllMainLessons } from '../main-lessons/use-all-main-lessons.ts';
import { message, useMessages } from '../messages/messages.ts';
import { useEditLessons } from './editing/lesson-edits.api.ts';
import { LessonActionDialog } from './lesson-action-dialog.tsx';
import { type LessonAction, lessonActions } from './lesson-actions.ts';

interface LessonSelectionBarProps {
  selected: readonly LessonSummary[];
  /** A `SelectAll`. */
  selectAll?: ReactNode;
  onDeselect: (id: number) => void;
  onClear: () => void;
}

/** The bulk actions for the selected lessons, which may be on several pages. */
export function LessonSelectionBar({ selected, selectAll, onDeselect, onClear }: LessonSelectionBarProps) {
  const t = useMessages();
  const [task, setTask] = useState<{ action: LessonAction; lessons: readonly LessonSummary[] } | null>(null);
  const [isShown, setIsShown] = useState(false);
  const courses = useAllMainLessons();
  const action = task?.action.name ?? 'publish';
  const acting = useEditLessons({
    label: t('bulkAction.progress', { action }),
    successMessage(count) {
      const saved = message('bulkAction.succeeded', { action, count });
      const drafts = new Set(
        courses.data?.mainLessons.flatMap(({ id, status }) => (status === 'draft' ? id : [])),
      );
      const hidden = task?.lessons.filter(({ mainLessonId }) => drafts.has(mainLessonId)).length ?? 0;
      return action === 'publish' && hidden > 0
        ? message('bulkAction.hidden', { saved, count: Math.min(hidden, count) })
        : saved;
    },
    onEdited(ids) {
      for (const id of ids) onDeselect(id);
      setTask(null);
    },
    isShown: task !== null && isShown,
    show: () => setIsShown(true),
  });
  const begin = (action: LessonAction, lessons: readonly LessonSummary[]) => {
    acting.reset();
    setTask({ action, lessons });
    setIsShown(true);
  };
  const { mayPublish, mayChange } = useRights();
  const mayApply = ({ name }: LessonAction, { status, mainLessonId }: LessonSummary) =>
    mayChange(mainLessonId) && (mayPublish || (name === 'delete' && status === 'draft'));
  const publishable = selected.filter(({ mainLessonId }) => mayChange(mainLessonId));
  // Changes that wait for their publication would take an edit back: they are edited in the form.
  const editable = publishable.filter(
    ({ status, workingCopy }) => !workingCopy && (mayPublish || status === 'draft'),
  );
  const { Dialog: EditDialog, ...editing } = useLazyDialog(
    async () =>
      (await import(/* webpackChunkName: "edit-lessons" */ './editing/edit-lessons-dialog.tsx'))
        .EditLessonsDialog,
  );
  const { Dialog: PublishTogetherDialog, ...together } = usePublishTogether();
  return (
    <>
      {selected.length === 0 ? null : (
        <SelectionBar
          label={t('selectionBar.label')}
          count={t('selectionBar.selected', { count: selected.length })}
          clearLabel={t('selectionBar.clear')}
          onClear={onClear}
          selectAll={selectAll}
        >
          {lessonActions.map((action) => {
            const lessons = selected.filter((lesson) => action.appliesTo(lesson) && mayApply(action, lesson));
            return (
              <Button
                key={action.name}
                size="small"
                disabled={lessons.length === 0 || acting.isPending}
                onClick={() => begin(action, lessons)}
              >
                {t('bulkAction.labelWithCount', { action: action.name, count: lessons.length })}
              </Button>
            );
          })}
          <Button
            size="small"
            disabled={editable.length === 0 || acting.isPending}
            loading={editing.isOpening}
            onClick={editing.open}
          >
            {t('selectionBar.edit', { count: editable.length })}
          </Button>
          {mayPublish ? (
            <Button
              size="small"
              disabled={acting.isPending || publishable.length === 0}
              loading={together.isOpening}
              onClick={together.open}
            >
              {t('selectionBar.publishTogether')}
            </Button>
          ) : null}
        </SelectionBar>
      )}
      {PublishTogetherDialog === null ? null : (
        <PublishTogetherDialog
          chosen={toCandidates('lesson', publishable)}
          findOffered={(api, signal) =>
            findChangedQuizzes(
              api,
              publishable.map(({ id }) => id),
              signal,
            )
          }
          onPublished={onClear}
          onClose={together.close}
        />
      )}
      {EditDialog === null ? null : (
        <EditDialog
          lessons={editable}
          selected={selected.length}
          onEdited={onClear}
          onClose={editing.close}
        />
      )}
      {task !== null && isShown ? (
        <LessonActionDialog
          {...task}
          editing={acting}
          onClose={() => {
            setIsShown(false);
            if (!acting.isPending) setTask(null);
          }}
        />
      ) : null}
    </>
  );
}
