import {
  type BulkAction,
  findChangedQuizzes,
  SelectionBar,
  toCandidates,
  useBulkActions,
  useLazyDialog,
  usePublishTogether,
  useRights,
} from '@khmer-learning/console-kit';
import { type LessonSummary, versionLimits } from '@khmer-learning/contracts';
import { Button, color, fontWeight, Text } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { QuizConsequence } from '../deletion/consequences.tsx';
import { useQuizCount } from '../deletion/deletion-counts.ts';
import { useAllMainLessons } from '../main-lessons/use-all-main-lessons.ts';
import { message, useMessages } from '../messages/messages.ts';
import { type Edit, lessonEditing } from './editing/lesson-edits.api.ts';

const editOf = {
  publish: { status: 'published' },
  unpublish: { status: 'draft' },
  delete: { deleted: true },
} as const;

const Warning = styled.p`margin: 0; color: ${color('dangerText')}; font-weight: ${fontWeight.medium};`;

interface LessonSelectionBarProps {
  selected: readonly LessonSummary[];
  selectAll?: ReactNode;
  onDeselect: (id: number) => void;
  onClear: () => void;
}

export function LessonSelectionBar({ selected, selectAll, onDeselect, onClear }: LessonSelectionBarProps) {
  const t = useMessages();
  const courses = useAllMainLessons();
  const hiddenOf = (lessons: readonly LessonSummary[]) => {
    const drafts = new Set(
      courses.data?.mainLessons.flatMap(({ id, status }) => (status === 'draft' ? id : [])),
    );
    return lessons.filter(({ mainLessonId }) => drafts.has(mainLessonId)).length;
  };
  const acting = useBulkActions({
    ...lessonEditing,
    selected,
    toEdit: ({ id, version }, action): Edit => ({ ...editOf[action], id, version }),
    textsOf(action, lessons, count) {
      const saved = message('bulkAction.succeeded', { action, count });
      const hidden = action === 'publish' ? hiddenOf(lessons) : 0;
      return {
        title: message('bulkAction.title', { action }),
        warning: message('bulkAction.warning', { action }),
        question: message('bulkAction.question', { action, count }),
        label: message('bulkAction.label', { action }),
        labelWithCount: message('bulkAction.labelWithCount', { action, count }),
        progress: message('bulkAction.progress', { action }),
        succeeded:
          hidden > 0 ? message('bulkAction.hidden', { saved, count: Math.min(hidden, count) }) : saved,
      };
    },
    consequencesOf: (action, lessons) => <Consequences action={action} lessons={lessons} />,
    onDeselect,
  });
  const { mayPublish, mayChange } = useRights();
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
          {acting.buttons}
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
      {acting.dialog}
    </>
  );
}

function Consequences({ action, lessons }: { action: BulkAction; lessons: readonly LessonSummary[] }) {
  const t = useMessages();
  const count = lessons.filter(({ workingCopy }) => workingCopy).length;
  if (action === 'delete')
    return (
      <>
        <QuizzesOf lessons={lessons} />
        <Text>{t('bulkAction.restorable', { days: versionLimits.deletedDays })}</Text>
      </>
    );
  if (count === 0) return null;
  return (
    <Text strong>
      {t(action === 'publish' ? 'bulkAction.publishesChanges' : 'bulkAction.draftHasChanges', { count })}
    </Text>
  );
}

function QuizzesOf({ lessons }: { lessons: readonly LessonSummary[] }) {
  const quizzes = useQuizCount({ lessonIds: lessons.map(({ id }) => id) });
  return (
    <Warning>
      <QuizConsequence quizzes={quizzes} lessons={lessons.length} />
    </Warning>
  );
}
