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
import type { ReactNode } from 'react';
import { useMessages } from '../messages/messages.ts';
import { BulkActionDialog } from './bulk-action-dialog.tsx';
import { bulkTask } from './bulk-task.ts';
import { type LessonAction, lessonActions } from './lesson-actions.ts';
import { useBulkTask } from './use-bulk-task.ts';

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
  // The task has a snapshot of the selection: each lesson is deselected as soon as it is done.
  const { task, begin, offerUndo } = useBulkTask({ onDeselect });
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
          {Object.values(lessonActions).map((action: LessonAction) => {
            const lessons = selected.filter((lesson) => action.appliesTo(lesson) && mayApply(action, lesson));
            return (
              <Button
                key={action.name}
                size="small"
                disabled={lessons.length === 0 || task !== null}
                onClick={() => begin(action, lessons)}
              >
                {t('bulkAction.labelWithCount', { action: action.name, count: lessons.length })}
              </Button>
            );
          })}
          <Button
            size="small"
            disabled={editable.length === 0 || task !== null}
            loading={editing.isOpening}
            onClick={editing.open}
          >
            {t('selectionBar.edit', { count: editable.length })}
          </Button>
          {mayPublish ? (
            <Button
              size="small"
              disabled={task !== null || publishable.length === 0}
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
      {task?.isShown ? (
        <BulkActionDialog
          key={task.action.name}
          {...task}
          offerUndo={(description, done) => offerUndo(task.action, description, done)}
          onHide={() => bulkTask.show(false)}
          onClose={bulkTask.close}
        />
      ) : null}
    </>
  );
}
