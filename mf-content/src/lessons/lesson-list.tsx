import {
  DeleteButton,
  DuplicateButton,
  EditButton,
  ListEmptyState,
  ListFilter,
  ListPagination,
  listErrorProps,
  useHeaderAction,
  useIntent,
  useItemEditor,
  useListState,
  usePageRows,
} from '@khmer-learning/console-sdk';
import { type LessonSummary, lessonLevels } from '@khmer-learning/contracts';
import {
  Badge,
  Card,
  type Column,
  DataTable,
  DateText,
  Inline,
  LevelBadge,
  SearchInput,
  StatusBadge,
  Text,
  Toolbar,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { LessonTypeIcon } from '../lesson-types/lesson-type-icon.tsx';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { contentStatusOptions } from '../lists/content-status-options.ts';
import { useLessonPreview } from '../preview/use-lesson-preview.tsx';
import { DeleteLessonDialog } from './delete-lesson-dialog.tsx';
import { useDuplicateLesson, useFetchLesson, useLessonPage } from './lessons.api.ts';
import { PreviewButton } from './preview-button.tsx';
import { useLessonSelection } from './use-lesson-selection.ts';

const levelOptions = lessonLevels.map((level) => ({ value: level, label: level }));

const columns: readonly Column<LessonSummary>[] = [
  {
    id: 'lesson',
    header: 'Lesson',
    main: true,
    cell: (lesson) => (
      <Inline gap={3} wrap={false}>
        <LessonTypeIcon type={lesson.lessonType} />
        <div style={{ minWidth: 0 }}>
          <Text strong lines={2}>
            {lesson.title}
          </Text>
          <Text size="small" muted lines={1}>
            {lesson.description}
          </Text>
        </div>
      </Inline>
    ),
  },
  { id: 'type', header: 'Type', cell: ({ lessonType }) => <Badge>{lessonType.title}</Badge> },
  { id: 'level', header: 'Level', cell: ({ level }) => <LevelBadge level={level} /> },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'updated', header: 'Updated', cell: ({ updatedAt }) => <DateText at={updatedAt} /> },
];

/** The lessons view (spec 2.7). */
export function LessonList() {
  const list = useListState();
  const types = useLessonTypes();
  const filters = {
    search: list.search,
    level: list.filterParam('level'),
    type: list.filterParam('type'),
    status: list.filterParam('status'),
    offset: list.offset,
  };
  const page = useLessonPage(filters);
  const rows = usePageRows(list, page, ({ lessons }) => lessons);

  const editor = useItemEditor({
    itemType: 'Lesson',
    loadForm: async () =>
      (await import(/* webpackChunkName: "lesson-form" */ './lesson-form.tsx')).LessonForm,
    fetchItem: useFetchLesson(),
  });
  useHeaderAction(editor.create);
  useIntent('create', editor.create);

  // The list is sorted newest first, so the copy is on the first page.
  const duplication = useDuplicateLesson({ onDuplicated: list.resetToFirstPage });
  const [deleting, setDeleting] = useState<LessonSummary | null>(null);
  const selection = useLessonSelection(rows ?? []);
  const preview = useLessonPreview();

  const typeOptions = (types.data ?? []).map(({ title }) => ({
    value: title.toLowerCase(),
    label: title.toLowerCase(),
  }));

  return (
    <ViewBody>
      <Toolbar
        search={<SearchInput label="Search lessons" value={list.search} onChange={list.setSearch} />}
        filters={
          <>
            <ListFilter list={list} name="level" label="Level" allLabel="All levels" options={levelOptions} />
            <ListFilter list={list} name="type" label="Type" allLabel="All types" options={typeOptions} />
            <ListFilter
              list={list}
              name="status"
              label="Status"
              allLabel="All statuses"
              options={contentStatusOptions}
            />
          </>
        }
      />
      <SelectionBar selected={selection.lessons} onDeselect={selection.deselect} onClear={selection.clear} />
      <Card flush>
        <DataTable
          caption="Lessons"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
          refreshing={page.isFetching}
          error={listErrorProps('Lessons', page.error, page.refetch)}
          selection={{ selected: selection.ids, onChange: selection.select }}
          empty={
            <ListEmptyState
              title="No lessons found"
              hint="Create your first lesson to get started"
              hasActiveFilters={list.hasActiveFilters}
              onClear={list.clearFilters}
              createLabel="Create Lesson"
              onCreate={editor.create}
            />
          }
          actions={(lesson) => (
            <>
              <EditButton
                name={lesson.title}
                loading={editor.isOpening(lesson.id)}
                onClick={() => editor.edit(lesson.id)}
              />
              <PreviewButton lesson={lesson} preview={preview} />
              <DuplicateButton
                name={lesson.title}
                loading={duplication.isPending && duplication.variables === lesson.id}
                onClick={() => duplication.mutate(lesson.id)}
              />
              <DeleteButton name={lesson.title} onClick={() => setDeleting(lesson)} />
            </>
          )}
        />
      </Card>
      <ListPagination list={list} rows={rows} total={page.data?.total} itemsLabel="lessons" />
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
