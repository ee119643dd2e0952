import {
  findChangedQuizzes,
  SelectionBar,
  toCandidates,
  useBulkActions,
  usePublishTogether,
  useRights,
} from '@khmer-learning/console-kit';
import type { ApiClient } from '@khmer-learning/console-sdk';
import { type BodyOf, lessons, type Quiz, quizEdits, versionLimits } from '@khmer-learning/contracts';
import { Button, Text } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import { message, useMessages } from '../messages/messages.ts';

type Edit = BodyOf<typeof quizEdits.create>['edits'][number];

const editOf = {
  publish: { status: 'active' },
  unpublish: { status: 'draft' },
  delete: { deleted: true },
} as const;

interface QuizSelectionBarProps {
  selected: readonly Quiz[];
  selectAll?: ReactNode;
  onDeselect: (id: number) => void;
  onClear: () => void;
}

/** The actions for the selected quizzes, which may be on several pages. */
export function QuizSelectionBar({ selected, selectAll, onDeselect, onClear }: QuizSelectionBarProps) {
  const t = useMessages();
  const { mayPublish } = useRights();
  const acting = useBulkActions<Quiz, Edit>({
    endpoints: quizEdits,
    create: (api, edits) => api.call(quizEdits.create, { body: { edits } }),
    entities: ['quiz'],
    selected,
    toEdit: ({ id, version }, action) => ({ ...editOf[action], id, version }),
    textsOf: (action, _, count) => ({
      title: message('quizAction.title', { action }),
      warning: message('quizAction.warning', { action }),
      question: message('quizAction.question', { action, count }),
      label: message('quizAction.label', { action }),
      labelWithCount: message('quizAction.labelWithCount', { action, count }),
      progress: message('quizAction.progress', { action }),
      succeeded: message('quizAction.succeeded', { action, count }),
    }),
    consequencesOf(action, quizzes) {
      if (action === 'delete')
        return <Text>{t('quizAction.restorable', { days: versionLimits.deletedDays })}</Text>;
      const count = quizzes.filter(({ workingCopy }) => workingCopy).length;
      return count === 0 ? null : <Text strong>{t('quizAction.workingCopies', { action, count })}</Text>;
    },
    onDeselect,
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
          {acting.buttons}
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
      {acting.dialog}
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
