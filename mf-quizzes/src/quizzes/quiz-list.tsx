import {
  ClearFiltersButton,
  ItemList,
  ListEmptyState,
  ListFilter,
  listErrorProps,
  SelectAll,
  useExactSearch,
  useFetchItem,
  useFetchOpenedItem,
  useItemDialog,
  useMatchLines,
  usePendingStatusOptions,
  useSelection,
} from '@khmer-learning/console-kit';
import { useApi, useListState } from '@khmer-learning/console-sdk';
import {
  pendingStatuses,
  quizzes as quizEndpoints,
  quizSorts,
  quizStatuses,
} from '@khmer-learning/contracts';
import {
  Button,
  Card,
  CardGrid,
  ErrorPanel,
  EyeIcon,
  Inline,
  MenuItem,
  Skeleton,
  SortSelect,
  Stack,
  useRowKeys,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import { useMainLessonTitles } from '../lessons/lessons.api.ts';
import { useMessages } from '../messages/messages.ts';
import { QuizCard } from './quiz-card.tsx';
import { quizStatusLabel } from './quiz-labels.ts';
import { QuizResultsDialog } from './quiz-results-dialog.tsx';
import { QuizSelectionBar } from './quiz-selection-bar.tsx';
import { quizKind, useQuizPages } from './quizzes.api.ts';

export function QuizList() {
  const t = useMessages();
  const courses = useMainLessonTitles();
  const list = useListState(quizSorts, {
    course: (id) => courses.size === 0 || courses.has(Number(id)),
    status: [...quizStatuses, ...pendingStatuses],
    recordings: ['stale'],
  });
  const filters = {
    search: list.search,
    mainLessonId: list.filterParam('course'),
    status: list.filterParam('status'),
    recordings: list.filterParam('recordings'),
    sort: list.sort ?? undefined,
  };
  // The list's page is the last loaded one, so its address, a reload and the back button restore all loaded pages. Its limit is
  // only the unit of its offset.
  const { isExact, searchExactly } = useExactSearch(list.search);
  const { quizzes, searchedFor, hasMore, isFetching, error, retry } = useQuizPages(
    filters,
    isExact,
    Math.floor(list.offset / list.limit) + 1,
  );
  const matches = useMatchLines(quizEndpoints.searchMatches, searchedFor ?? list.search, quizzes);
  const pendingOptions = usePendingStatusOptions(list, quizzes);
  const failure = listErrorProps(t('itemType.quizzesCapital'), error, retry);

  const itemType = t('itemType.quizCapital');
  const results = useItemDialog({ name: 'results', itemType, fetchItem: useFetchItem(quizKind) });
  const api = useApi();
  const selection = useSelection(quizzes ?? []);
  const cards = useRowKeys<HTMLDivElement>();

  return (
    <ItemList
      kind={quizKind}
      itemType={itemType}
      itemsLabel={t('itemType.quizzes')}
      caption={t('itemType.quizzesCapital')}
      list={list}
      rows={quizzes}
      query={{ isFetching, error, refetch: retry }}
      loadForm={async () =>
        (await import(/* webpackChunkName: "quiz-form" */ '../quiz-form/quiz-form.tsx')).QuizForm
      }
      fetchItem={useFetchOpenedItem(quizKind)}
      searchLabel={t('quizList.search')}
      searchedFor={{ text: searchedFor, searchExactly }}
      filters={
        <>
          <ListFilter
            list={list}
            name="course"
            label={t('field.mainLesson')}
            allLabel={t('quizList.allCourses')}
            options={[...courses].map(([id, title]) => ({ value: String(id), label: title }))}
          />
          <ListFilter
            list={list}
            name="status"
            label={t('field.status')}
            allLabel={t('quizList.allStatuses')}
            options={[
              ...quizStatuses.map((status) => ({ value: status, label: quizStatusLabel(status) })),
              ...pendingOptions,
            ]}
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
    >
      {(items) => (
        <>
          <QuizSelectionBar
            selected={selection.rows}
            onDeselect={selection.deselect}
            selectAll={
              <SelectAll
                key={JSON.stringify(filters)}
                rows={quizzes ?? []}
                selection={selection}
                total={hasMore ? 'more' : undefined}
                load={(part, signal) =>
                  api.call(
                    quizEndpoints.list,
                    { query: { ...filters, search: searchedFor ?? list.search, ...part } },
                    { signal },
                  )
                }
              />
            }
            onClear={selection.clear}
          />
          {quizzes === undefined && failure === undefined ? <QuizCardSkeletons /> : null}
          {quizzes === undefined || quizzes.length === 0 ? null : (
            <CardGrid ref={cards} minColumnWidth="19rem" aria-busy={isFetching}>
              {quizzes.map((quiz) => (
                <QuizCard
                  key={quiz.id}
                  quiz={quiz}
                  match={matches.get(quiz.id)}
                  course={courses.get(quiz.mainLessonId ?? 0)}
                  selection={{
                    isSelected: selection.ids.has(quiz.id),
                    onChange: (isSelected) =>
                      isSelected ? selection.add([quiz]) : selection.deselect(quiz.id),
                  }}
                  opening={{
                    onOpen: () => items.open(quiz.id, matches.get(quiz.id)),
                    href: items.editor.addressOf(quiz),
                  }}
                  actions={items.actionsOf(
                    quiz,
                    <MenuItem icon={<EyeIcon aria-hidden="true" />} onSelect={() => results.show(quiz)}>
                      {t('quizList.viewResults')}
                    </MenuItem>,
                  )}
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
                onCreate={items.editor.create}
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
        </>
      )}
    </ItemList>
  );
}

const skeletonKeys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

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
