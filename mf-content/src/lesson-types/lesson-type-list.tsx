import {
  EditButton,
  ItemAuditLog,
  ListEmptyState,
  listErrorProps,
  RecentlyDeletedButton,
  RowMenu,
  useItemDialog,
  useItemEditor,
  useListColumns,
} from '@khmer-learning/console-kit';
import { useHeaderAction, useListState, userMessageOf } from '@khmer-learning/console-sdk';
import { type LessonType, messages } from '@khmer-learning/contracts';
import {
  Card,
  type Column,
  DataTable,
  DateText,
  DeleteDialog,
  EyeIcon,
  MenuItem,
  SearchInput,
  space,
  Text,
  Toolbar,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { LessonConsequence } from '../deletion/consequences.tsx';
import { useLessonCount, useQuizCount } from '../deletion/deletion-counts.ts';
import { LessonsDialog } from '../lessons/lessons-dialog.tsx';
import { LessonTypeIcon } from './lesson-type-icon.tsx';
import {
  deletedLessonTypes,
  useDeleteLessonType,
  useFetchLessonType,
  useLessonsOfType,
  useLessonTypes,
} from './lesson-types.api.ts';

const columns: readonly Column<LessonType>[] = [
  {
    id: 'icon',
    header: 'Icon',
    width: '4rem',
    narrow: 'picture',
    cell: (type) => <LessonTypeIcon type={type} />,
  },
  {
    id: 'title',
    header: 'Title',
    main: true,
    cell: ({ title }) => (
      <Text strong lines={2}>
        {title}
      </Text>
    ),
  },
  { id: 'updated', header: 'Updated', narrow: 'line', cell: ({ updatedAt }) => <DateText at={updatedAt} /> },
];

const toItem = ({ id, title }: LessonType) => ({ id, name: title });

/** The lesson types view. All lesson types are on one page (spec 2.14). */
export function LessonTypeList() {
  const list = useListState();
  const { data, error, isFetching, refetch } = useLessonTypes(list.search);
  const addedColumns = useListColumns('lesson-type', data, toItem);
  const fetchItem = useFetchLessonType();
  const editor = useItemEditor({
    itemType: 'Lesson type',
    loadForm: async () =>
      (await import(/* webpackChunkName: "lesson-type-form" */ './lesson-type-form.tsx')).LessonTypeForm,
    fetchItem,
  });
  const lessons = useItemDialog({ name: 'lessons', itemType: 'Lesson type', fetchItem });
  useHeaderAction(editor.create);

  const [deleting, setDeleting] = useState<LessonType | null>(null);

  return (
    <ViewBody>
      <Toolbar
        search={<SearchInput label="Search lesson types" value={list.search} onChange={list.setSearch} />}
        actions={<RecentlyDeletedButton {...deletedLessonTypes} itemsLabel="lesson types" />}
      />
      <Card flush>
        <DataTable
          caption="Lesson types"
          columns={[...columns, ...addedColumns]}
          rows={data}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
          refreshing={isFetching}
          error={listErrorProps('Lesson types', error, refetch)}
          empty={
            <ListEmptyState
              title="No lesson type found"
              hasActiveFilters={list.hasActiveFilters}
              onClear={list.clearFilters}
              createLabel="Create Lesson Type"
              onCreate={editor.create}
            />
          }
          actionsHeader="Action"
          onOpen={({ id }) => editor.edit(id)}
          addressOf={editor.addressOf}
          actions={(type) => (
            <>
              <EditButton
                name={type.title}
                loading={editor.isOpening(type.id)}
                onClick={() => editor.edit(type.id)}
              />
              <RowMenu
                name={type.title}
                extensions={{ entity: 'lesson-type', item: toItem(type) }}
                onDelete={() => setDeleting(type)}
              >
                <MenuItem icon={<EyeIcon aria-hidden="true" />} onSelect={() => lessons.show(type)}>
                  View lessons
                </MenuItem>
              </RowMenu>
            </>
          )}
        />
      </Card>
      {lessons.item === null ? null : <LessonTypeDialog type={lessons.item} onClose={lessons.close} />}
      {deleting === null ? null : (
        <DeleteLessonTypeDialog type={deleting} onClose={() => setDeleting(null)} />
      )}
      {editor.form}
    </ViewBody>
  );
}

/** Asks for confirmation and deletes a lesson type with its lessons. */
function DeleteLessonTypeDialog({ type, onClose }: { type: LessonType; onClose: () => void }) {
  const { mutateAsync } = useDeleteLessonType();
  const lessons = useLessonCount({ lessonTypeId: String(type.id) });
  const quizzes = useQuizCount({ lessonTypeId: type.id });
  return (
    <DeleteDialog
      open
      onOpenChange={(open) => !open && onClose()}
      itemType="lesson type"
      itemName={type.title}
      consequence={<LessonConsequence lessons={lessons} quizzes={quizzes} />}
      onConfirm={() => mutateAsync(type.id)}
      describeError={(error) => userMessageOf(error, messages.lessonType.deleteFailed)}
    />
  );
}

const Icon = styled.div`margin-bottom: ${space(4)};`;

/** The lessons of a lesson type. */
function LessonTypeDialog({ type, onClose }: { type: LessonType; onClose: () => void }) {
  return (
    <LessonsDialog
      title={type.title}
      description="Lessons of this type"
      lessons={useLessonsOfType(type.id)}
      activity={<ItemAuditLog entity="lesson-type" entityId={type.id} />}
      onClose={onClose}
    >
      <Icon>
        <LessonTypeIcon type={type} size="large" />
      </Icon>
    </LessonsDialog>
  );
}
