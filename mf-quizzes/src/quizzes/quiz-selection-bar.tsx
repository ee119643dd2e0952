import { findChangedQuizzes, toCandidates, usePublishTogether, useRights } from '@khmer-learning/console-kit';
import type { ApiClient } from '@khmer-learning/console-sdk';
import { lessons, type Quiz } from '@khmer-learning/contracts';
import {
  Button,
  color,
  headerHeight,
  Inline,
  radius,
  shadow,
  space,
  Text,
  zIndex,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';

/* Sticky, so that it stays visible while the list is scrolled. */
const Bar = styled(Inline)`
  position: sticky;
  top: ${headerHeight};
  z-index: ${zIndex.raised};
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surfaceSelected')};
  box-shadow: ${shadow.small};
`;

/** Publishes the selected quizzes together, and what changed with them. */
export function QuizSelectionBar({ selected, onClear }: { selected: readonly Quiz[]; onClear: () => void }) {
  const t = useMessages();
  const { mayPublish } = useRights();
  const { Dialog: PublishTogetherDialog, ...together } = usePublishTogether();
  if (selected.length === 0) return null;
  return (
    <>
      <Bar role="group" aria-label={t('quizSelection.label')} justify="between">
        <Inline gap={3}>
          <Text role="status">{t('quizSelection.selected', { count: selected.length })}</Text>
          <Button size="small" variant="ghost" onClick={onClear}>
            {t('quizSelection.clear')}
          </Button>
        </Inline>
        {mayPublish ? (
          <Button size="small" loading={together.isOpening} onClick={together.open}>
            {t('quizSelection.publishTogether')}
          </Button>
        ) : null}
      </Bar>
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

/** Finds the lessons of quizzes, and the other quizzes of these that changed. */
async function findChanges(api: ApiClient, quizzes: readonly Quiz[], signal: AbortSignal) {
  const ids = [...new Set(quizzes.flatMap(({ lessonId }) => lessonId ?? []))];
  const found = await Promise.all(ids.map((id) => api.call(lessons.get, { params: { id } }, { signal })));
  return [...toCandidates('lesson', found), ...(await findChangedQuizzes(api, ids, signal))];
}
