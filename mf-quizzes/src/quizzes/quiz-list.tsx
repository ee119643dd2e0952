import {
  ClearFiltersButton,
  EditButton,
  ListEmptyState,
  ListFilter,
  listErrorProps,
  NewItemDrafts,
  RecentlyDeletedButton,
  RowMenu,
  useCreatedItem,
  useItemDialog,
  useItemEditor,
} from '@khmer-learning/console-kit';
import { useHeaderAction, useListState, userMessageOf } from '@khmer-learning/console-sdk';
import { messages, type Quiz, quizSorts, quizStatuses, versionLimits } from '@khmer-learning/contracts';
import {
  Button,
  Card,
  CardGrid,
  DeleteDialog,
  ErrorPanel,
  EyeIcon,
  Inline,
  MenuItem,
  SearchInput,
  Skeleton,
  SortSelect,
  Stack,
  Toolbar,
  useRowKeys,
  ViewBody,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { QuizCard } from './quiz-card.tsx';
import { quizStatusLabel } from './quiz-labels.ts';
import { QuizResultsDialog } from './quiz-results-dialog.tsx';
import { quizKind, useDeleteQuiz, useFetchOpenedQuiz, useFetchQuiz, useQuizPages } from './quizzes.api.ts';

/** The quizzes view. */
export function QuizList() {
  const t = useMessages();
  const list = useListState(quizSorts, { status: quizStatuses, recordings: ['stale'] });
  const filters = {
    search: list.search,
    status: list.filterParam('status'),
    recordings: list.filterParam('recordings'),
    sort: list.sort ?? undefined,
  };
  // The list's page is the last loaded one, so its address, a reload and the back button restore all loaded pages. Its limit is
  // only the unit of its offset.
  const { quizzes, hasMore, isFetching, error, retry } = useQuizPages(
    filters,
    Math.floor(list.offset / list.limit) + 1,
  );
  const failure = listErrorProps(t('itemType.quizzesCapital'), error, retry);

  const fetchItem = useFetchQuiz();
  const created = useCreatedItem(list, quizzes, isFetching);
  const editor = useItemEditor({
    itemType: t('itemType.quizCapital'),
    loadForm: async () =>
      (await import(/* webpackChunkName: "quiz-form" */ '../quiz-form/quiz-form.tsx')).QuizForm,
    fetchItem: useFetchOpenedQuiz(),
    rowIds: quizzes?.map(({ id }) => id),
    onCreated: created.onCreated,
  });
  const results = useItemDialog({ name: 'results', itemType: t('itemType.quizCapital'), fetchItem });
  useHeaderAction(editor.create);

  const [deleting, setDeleting] = useState<Quiz | null>(null);
  const cards = useRowKeys<HTMLDivElement>();

  const actionsOf = (quiz: Quiz) => (
    <>
      <EditButton
        name={quiz.title}
        loading={editor.isOpening(quiz.id)}
        onClick={() => editor.edit(quiz.id)}
      />
      <RowMenu
        name={quiz.title}
        extensions={{ entity: 'quiz', item: { id: quiz.id, name: quiz.title } }}
        onDelete={() => setDeleting(quiz)}
      >
        <MenuItem icon={<EyeIcon aria-hidden="true" />} onSelect={() => results.show(quiz)}>
          {t('quizList.viewResults')}
        </MenuItem>
      </RowMenu>
    </>
  );

  return (
    <ViewBody>
      <Toolbar
        search={<SearchInput label={t('quizList.search')} value={list.search} onChange={list.setSearch} />}
        filters={
          <>
            <ListFilter
              list={list}
              name="status"
              label={t('field.status')}
              allLabel={t('quizList.allStatuses')}
              options={quizStatuses.map((status) => ({ value: status, label: quizStatusLabel(status) }))}
            />
            <ListFilter
              list={list}
              name="recordings"
              label={t('quizList.recordings')}
              allLabel={t('quizList.allRecordings')}
              options={[{ value: 'stale', label: t('quizList.staleRecordings') }]}
              hiddenUntilSet
            />
            <ClearFiltersButton list={list} rows={quizzes} />
            <SortSelect
              value={list.sort}
              onChange={list.setSort}
              options={[
                { sort: 'title', label: t('field.title') },
                { sort: 'status', label: t('field.status') },
                { sort: 'updatedAt', label: t('quizList.updated') },
              ]}
            />
          </>
        }
        actions={<RecentlyDeletedButton {...quizKind.deleted} itemsLabel={t('itemType.quizzes')} />}
      />
      <NewItemDrafts form="quiz" itemType={t('itemType.quiz')} onContinue={editor.continueDraft} />
      {created.notice}
      {quizzes === undefined && failure === undefined ? <QuizCardSkeletons /> : null}
      {quizzes === undefined || quizzes.length === 0 ? null : (
        <CardGrid ref={cards} minColumnWidth="19rem" aria-busy={isFetching}>
          {quizzes.map((quiz) => (
            <QuizCard
              key={quiz.id}
              quiz={quiz}
              opening={{ onOpen: () => editor.edit(quiz.id), href: editor.addressOf(quiz) }}
              actions={actionsOf(quiz)}
            />
          ))}
        </CardGrid>
      )}
      {quizzes?.length === 0 && failure === undefined ? (
        <Card>
          <ListEmptyState
            title={t('quizList.empty')}
            hint={t('quizList.emptyHint')}
            hasActiveFilters={list.hasActiveFilters}
            onClear={list.clearFilters}
            createLabel={t('quizList.create')}
            onCreate={editor.create}
          />
        </Card>
      ) : null}
      {failure === undefined ? null : (
        <Card>
          <ErrorPanel {...failure} retrying={isFetching} />
        </Card>
      )}
      {hasMore && failure === undefined ? (
        <Inline justify="center">
          <Button
            loading={isFetching}
            loadingLabel={t('quizList.loadingMore')}
            onClick={() => list.setOffset(list.offset + list.limit)}
          >
            {t('quizList.showMore')}
          </Button>
        </Inline>
      ) : null}
      {results.item === null ? null : <QuizResultsDialog quiz={results.item} onClose={results.close} />}
      {deleting === null ? null : <DeleteQuizDialog quiz={deleting} onClose={() => setDeleting(null)} />}
      {editor.form}
    </ViewBody>
  );
}

/** Deletes a quiz after confirmation. */
function DeleteQuizDialog({ quiz, onClose }: { quiz: Quiz; onClose: () => void }) {
  const t = useMessages();
  const { mutateAsync } = useDeleteQuiz();
  return (
    <DeleteDialog
      open
      onOpenChange={(open) => !open && onClose()}
      itemType={t('itemType.quiz')}
      itemName={quiz.title}
      restorableDays={versionLimits.deletedDays}
      onConfirm={() => mutateAsync(quiz.id)}
      describeError={(error) => userMessageOf(error, messages.quiz.deleteFailed)}
    />
  );
}

const skeletonKeys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

/** Placeholders shown while the first quizzes load. */
function QuizCardSkeletons() {
  const t = useMessages();
  return (
    <CardGrid minColumnWidth="19rem" aria-busy="true">
      <VisuallyHidden role="status">{t('quizList.loading')}</VisuallyHidden>
      {skeletonKeys.map((skeletonKey) => (
        <Card key={skeletonKey}>
          <Stack gap={3}>
            <Skeleton width="60%" height="1rem" />
            <Skeleton />
            <Skeleton width="80%" />
            <Skeleton width="40%" />
          </Stack>
        </Card>
      ))}
    </CardGrid>
  );
}
