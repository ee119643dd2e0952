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
  useItemEditor,
  useListColumns,
  usePageRows,
} from '@khmer-learning/console-kit';
import { useAddressedItem, useHeaderAction, useListState, userMessageOf } from '@khmer-learning/console-sdk';
import {
  contentStatuses,
  type LessonSummary,
  lessonLevels,
  lessonSorts,
  messages,
  versionLimits,
} from '@khmer-learning/contracts';
import {
  Badge,
  Card,
  type Column,
  CopyIcon,
  DataTable,
  DateText,
  DeleteDialog,
  EyeIcon,
  LevelBadge,
  MenuItem,
  SearchInput,
  Text,
  Toolbar,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { QuizConsequence } from '../deletion/consequences.tsx';
import { useQuizCount } from '../deletion/deletion-counts.ts';
import { LessonTypeIcon } from '../lesson-types/lesson-type-icon.tsx';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { contentStatusOptions, lessonLevelOptions } from '../lists/content-status-options.ts';
import { message, useMessages } from '../messages/messages.ts';
import { useFetchPreview } from '../preview/use-fetch-preview.ts';
import { useLessonPreview } from '../preview/use-lesson-preview.tsx';
import {
  lessonKind,
  useDeleteLesson,
  useDuplicateLesson,
  useFetchOpenedLesson,
  useLessonPage,
} from './lessons.api.ts';

const columns = (): readonly Column<LessonSummary>[] => [
  {
    id: 'lesson',
    header: message('lessonList.lesson'),
    main: true,
    sort: 'title',
    icon: ({ lessonType }) => <LessonTypeIcon type={lessonType} />,
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
    id: 'type',
    header: message('lessonList.type'),
    cell: ({ lessonType }) => <Badge>{lessonType.title}</Badge>,
  },
  {
    id: 'level',
    header: message('field.level'),
    narrow: 'line',
    cell: ({ level }) => <LevelBadge level={level} />,
  },
  {
    id: 'status',
    header: message('field.status'),
    sort: 'status',
    narrow: 'line',
    cell: (lesson) => <PublishStatus item={lesson} listed={{ entity: 'lesson', id: lesson.id }} />,
  },
  {
    id: 'updated',
    header: message('lessonList.updated'),
    sort: 'updatedAt',
    cell: ({ updatedAt }) => <DateText at={updatedAt} />,
  },
];

const toItem = ({ id, title }: LessonSummary) => ({ id, name: title });

/** The lessons view. */
export function LessonList() {
  const t = useMessages();
  const types = useLessonTypes();
  const typeValues = types.data?.map(({ title }) => title.toLowerCase());
  const list = useListState(lessonSorts, {
    level: lessonLevels,
    type: typeValues,
    status: contentStatuses,
    recordings: ['stale'],
  });
  const filters = {
    search: list.search,
    level: list.filterParam('level'),
    type: list.filterParam('type'),
    status: list.filterParam('status'),
    recordings: list.filterParam('recordings'),
    sort: list.sort ?? undefined,
    limit: list.limit,
    offset: list.offset,
  };
  const page = useLessonPage(filters);
  const rows = usePageRows(list, page, ({ lessons }) => lessons);
  const addedColumns = useListColumns('lesson', rows, toItem);

  const created = useCreatedItem(list, rows, page.isFetching);
  const editor = useItemEditor({
    itemType: t('itemType.lessonCapital'),
    loadForm: async () =>
      (await import(/* webpackChunkName: "lesson-form" */ './lesson-form.tsx')).LessonForm,
    fetchItem: useFetchOpenedLesson(),
    rowIds: rows?.map(({ id }) => id),
    onCreated: created.onCreated,
  });
  useHeaderAction(editor.create);

  // The list is sorted newest first, so the copy is on the first page.
  const duplication = useDuplicateLesson({ onDuplicated: list.resetToFirstPage });
  const [deleting, setDeleting] = useState<LessonSummary | null>(null);
  const selection = useLessonSelection(rows ?? []);
  const preview = useLessonPreview();
  const fetchPreview = useFetchPreview();
  const showPreview = (id: number | null) => {
    if (id === null) preview.close();
    else preview.open(id, () => fetchPreview(id), rows?.find((lesson) => lesson.id === id)?.title);
  };
  useAddressedItem(preview.openId, showPreview, 'preview');

  return (
    <ViewBody>
      <Toolbar
        search={<SearchInput label={t('lessonList.search')} value={list.search} onChange={list.setSearch} />}
        filters={
          <>
            <ListFilter
              list={list}
              name="level"
              label={t('field.level')}
              allLabel={t('lessonList.allLevels')}
              options={lessonLevelOptions()}
            />
            <ListFilter
              list={list}
              name="type"
              label={t('lessonList.type')}
              allLabel={t('lessonList.allTypes')}
              options={(typeValues ?? []).map((value) => ({ value, label: value }))}
            />
            <ListFilter
              list={list}
              name="status"
              label={t('field.status')}
              allLabel={t('lessonList.allStatuses')}
              options={contentStatusOptions()}
            />
            <ListFilter
              list={list}
              name="recordings"
              label={t('lessonList.recordings')}
              allLabel={t('lessonList.allRecordings')}
              options={[{ value: 'stale', label: t('lessonList.staleRecordings') }]}
              hiddenUntilSet
            />
            <ClearFiltersButton list={list} rows={rows} />
          </>
        }
        actions={<RecentlyDeletedButton {...lessonKind.deleted} itemsLabel={t('itemType.lessons')} />}
      />
      <NewItemDrafts form="lesson" itemType={t('itemType.lesson')} onContinue={editor.continueDraft} />
      {created.notice}
      <SelectionBar selected={selection.lessons} onDeselect={selection.deselect} onClear={selection.clear} />
      <Card flush>
        <DataTable
          caption={t('itemType.lessonsCapital')}
          columns={[...columns(), ...addedColumns]}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
          sorting={{ value: list.sort, onChange: list.setSort }}
          refreshing={page.isFetching}
          error={listErrorProps(t('itemType.lessonsCapital'), page.error, page.refetch)}
          selection={{ selected: selection.ids, onChange: selection.select }}
          empty={
            <ListEmptyState
              title={t('lessonList.empty')}
              hint={t('lessonList.emptyHint')}
              hasActiveFilters={list.hasActiveFilters}
              onClear={list.clearFilters}
              createLabel={t('lessonList.create')}
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
                loading={
                  preview.isOpening(lesson.id) ||
                  (duplication.isPending && duplication.variables.id === lesson.id)
                }
                extensions={{ entity: 'lesson', item: toItem(lesson) }}
                onDelete={() => setDeleting(lesson)}
              >
                <MenuItem icon={<EyeIcon aria-hidden="true" />} onSelect={() => showPreview(lesson.id)}>
                  {t('lessonList.preview')}
                </MenuItem>
                <MenuItem icon={<CopyIcon aria-hidden="true" />} onSelect={() => duplication.mutate(lesson)}>
                  {t('lessonList.duplicate')}
                </MenuItem>
              </RowMenu>
            </>
          )}
        />
      </Card>
      <ListPagination list={list} rows={rows} total={page.data} itemsLabel={t('itemType.lessons')} />
      {deleting === null ? null : (
        <DeleteLessonDialog
          lesson={deleting}
          onDeleted={() => selection.deselect(deleting.id)}
          onClose={() => setDeleting(null)}
        />
      )}
      {preview.dialog}
      {editor.form}
    </ViewBody>
  );
}

interface DeleteLessonDialogProps {
  lesson: LessonSummary;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks for confirmation and deletes a lesson. */
function DeleteLessonDialog({ lesson, onDeleted, onClose }: DeleteLessonDialogProps) {
  const t = useMessages();
  const { mutateAsync } = useDeleteLesson();
  return (
    <DeleteDialog
      open
      onOpenChange={(open) => !open && onClose()}
      itemType={t('itemType.lesson')}
      itemName={lesson.title}
      restorableDays={versionLimits.deletedDays}
      consequence={<QuizConsequence quizzes={useQuizCount({ lessonIds: [lesson.id] })} lessons={1} />}
      onConfirm={() => mutateAsync(lesson.id, { onSuccess: onDeleted })}
      describeError={(error) => userMessageOf(error, messages.lesson.deleteFailed)}
    />
  );
}

const emptySelection: ReadonlyMap<number, LessonSummary> = new Map();

/**
 * The selected lessons, across pages.
 * @param rows the lessons on the current page
 */
function useLessonSelection(rows: readonly LessonSummary[]) {
  const [selected, setSelected] = useState(emptySelection);
  const visibleLessons = new Map(rows.map((lesson) => [lesson.id, lesson]));
  return {
    ids: new Set(selected.keys()),
    /** The selected lessons, with current data for those on the current page. */
    lessons: [...selected.values()].map((lesson) => visibleLessons.get(lesson.id) ?? lesson),
    select: (ids: ReadonlySet<number>) =>
      setSelected((last) => {
        const known = new Map([...last, ...visibleLessons]);
        return new Map([...known].filter(([id]) => ids.has(id)));
      }),
    deselect: (id: number) =>
      setSelected((last) => new Map([...last].filter(([selectedId]) => selectedId !== id))),
    clear: () => setSelected(emptySelection),
  };
}
