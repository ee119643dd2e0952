import {
  ClearFiltersButton,
  EditButton,
  ListEmptyState,
  ListFilter,
  ListPagination,
  listErrorProps,
  NewItemDrafts,
  PublishStatus,
  RecentlyDeletedButton,
  RowMenu,
  useCreatedItem,
  useItemDialog,
  useItemEditor,
  useListColumns,
  usePageRows,
} from '@khmer-learning/console-kit';
import { useHeaderAction, useListState } from '@khmer-learning/console-sdk';
import { contentStatuses, type MainLesson, mainLessonSorts } from '@khmer-learning/contracts';
import {
  ArrowDownUpIcon,
  Button,
  Card,
  type Column,
  CopyIcon,
  DataTable,
  DateText,
  EyeIcon,
  MenuItem,
  SearchInput,
  Text,
  Toolbar,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { DeleteMainLessonDialog } from '../deletion/delete-main-lesson-dialog.tsx';
import { contentStatusOptions } from '../lists/content-status-options.ts';
import { message, useMessages } from '../messages/messages.ts';
import { CatalogueOrderDialog } from './catalogue-order-dialog.tsx';
import { CoverImage } from './cover-image.tsx';
import { MainLessonDialog } from './main-lesson-dialog.tsx';
import {
  mainLessonKind,
  useDuplicateMainLesson,
  useFetchMainLesson,
  useFetchOpenedMainLesson,
  useMainLessonPage,
} from './main-lessons.api.ts';
import { PriceBadge } from './price-badge.tsx';

const columns = (): readonly Column<MainLesson>[] => [
  {
    id: 'cover',
    header: message('field.imageCover'),
    width: '7rem',
    narrow: 'picture',
    cell: ({ imageCoverUrl }) => <CoverImage url={imageCoverUrl} />,
  },
  {
    id: 'main-lesson',
    header: message('mainLessonList.mainLesson'),
    main: true,
    sort: 'title',
    cell: ({ title }) => (
      <Text strong lines={2}>
        {title}
      </Text>
    ),
    description: ({ description }) => (
      <Text size="small" muted lines={1}>
        {description}
      </Text>
    ),
  },
  {
    id: 'status',
    header: message('field.status'),
    sort: 'status',
    narrow: 'line',
    cell: (lesson) => <PublishStatus item={lesson} listed={{ entity: 'main-lesson', id: lesson.id }} />,
  },
  {
    id: 'price',
    header: message('mainLessonList.price'),
    sort: 'price',
    narrow: 'line',
    cell: (lesson) => <PriceBadge lesson={lesson} />,
  },
  {
    id: 'update',
    header: message('mainLessonList.update'),
    sort: 'updatedAt',
    cell: ({ updatedAt }) => <DateText at={updatedAt} />,
  },
];

const toItem = ({ id, title }: MainLesson) => ({ id, name: title });

/** The main lessons view. */
export function MainLessonList() {
  const t = useMessages();
  const list = useListState(mainLessonSorts, { status: contentStatuses });
  const page = useMainLessonPage({
    search: list.search,
    status: list.filterParam('status'),
    sort: list.sort ?? undefined,
    limit: list.limit,
    offset: list.offset,
  });
  const rows = usePageRows(list, page, ({ mainLessons }) => mainLessons);
  const addedColumns = useListColumns('main-lesson', rows, toItem);

  const created = useCreatedItem(list, rows, page.isFetching);
  const fetchItem = useFetchMainLesson();
  const editor = useItemEditor({
    itemType: t('itemType.mainLessonCapital'),
    loadForm: async () =>
      (await import(/* webpackChunkName: "main-lesson-form" */ './main-lesson-form.tsx')).MainLessonForm,
    fetchItem: useFetchOpenedMainLesson(),
    rowIds: rows?.map(({ id }) => id),
    onCreated: created.onCreated,
  });
  const lessons = useItemDialog({ name: 'lessons', itemType: t('itemType.mainLessonCapital'), fetchItem });
  useHeaderAction(editor.create);

  // The list is sorted newest first, so the copy is on the first page.
  const duplication = useDuplicateMainLesson({ onDuplicated: list.resetToFirstPage });
  const [isOrdering, setIsOrdering] = useState(false);
  const [deleting, setDeleting] = useState<MainLesson | null>(null);

  return (
    <ViewBody>
      <Toolbar
        search={
          <SearchInput label={t('mainLessonList.search')} value={list.search} onChange={list.setSearch} />
        }
        filters={
          <>
            <ListFilter
              list={list}
              name="status"
              label={t('field.status')}
              allLabel={t('mainLessonList.allStatuses')}
              options={contentStatusOptions()}
            />
            <ClearFiltersButton list={list} rows={rows} />
          </>
        }
        actions={
          <>
            <RecentlyDeletedButton {...mainLessonKind.deleted} itemsLabel={t('itemType.mainLessons')} />
            <Button icon={<ArrowDownUpIcon aria-hidden="true" />} onClick={() => setIsOrdering(true)}>
              {t('mainLessonList.order')}
            </Button>
          </>
        }
      />
      <NewItemDrafts
        form="main-lesson"
        itemType={t('itemType.mainLesson')}
        onContinue={editor.continueDraft}
      />
      {created.notice}
      <Card flush>
        <DataTable
          caption={t('itemType.mainLessonsCapital')}
          columns={[...columns(), ...addedColumns]}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
          sorting={{ value: list.sort, onChange: list.setSort }}
          refreshing={page.isFetching}
          error={listErrorProps(t('itemType.mainLessonsCapital'), page.error, page.refetch)}
          empty={
            <ListEmptyState
              title={t('mainLessonList.empty')}
              hasActiveFilters={list.hasActiveFilters}
              onClear={list.clearFilters}
              createLabel={t('mainLessonList.create')}
              onCreate={editor.create}
            />
          }
          onOpen={({ id }) => editor.edit(id)}
          addressOf={editor.addressOf}
          actions={(lesson) => (
            <>
              <EditButton
                name={lesson.title}
                loading={editor.isOpening(lesson.id)}
                onClick={() => editor.edit(lesson.id)}
              />
              <RowMenu
                name={lesson.title}
                loading={duplication.isPending && duplication.variables.id === lesson.id}
                extensions={{ entity: 'main-lesson', item: toItem(lesson) }}
                onDelete={() => setDeleting(lesson)}
              >
                <MenuItem icon={<EyeIcon aria-hidden="true" />} onSelect={() => lessons.show(lesson)}>
                  {t('mainLessonList.viewLessons')}
                </MenuItem>
                <MenuItem icon={<CopyIcon aria-hidden="true" />} onSelect={() => duplication.mutate(lesson)}>
                  {t('mainLessonList.duplicate')}
                </MenuItem>
              </RowMenu>
            </>
          )}
        />
      </Card>
      <ListPagination list={list} rows={rows} total={page.data} itemsLabel={t('itemType.mainLessons')} />
      {isOrdering ? <CatalogueOrderDialog onClose={() => setIsOrdering(false)} /> : null}
      {lessons.item === null ? null : <MainLessonDialog lesson={lessons.item} onClose={lessons.close} />}
      {deleting === null ? null : (
        <DeleteMainLessonDialog lesson={deleting} onClose={() => setDeleting(null)} />
      )}
      {editor.form}
    </ViewBody>
  );
}
