import {
  EditButton,
  ItemAuditLog,
  ListEmptyState,
  listErrorProps,
  RecentlyDeletedButton,
  RowMenu,
  useCreatedItem,
  useItemDialog,
  useItemEditor,
  useListColumns,
} from '@khmer-learning/console-kit';
import { useHeaderAction, useListState, userMessageOf } from '@khmer-learning/console-sdk';
import { type LessonType, messages, versionLimits } from '@khmer-learning/contracts';
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
import { message, useMessages } from '../messages/messages.ts';
import { LessonTypeIcon } from './lesson-type-icon.tsx';
import {
  lessonTypeKind,
  useDeleteLessonType,
  useFetchLessonType,
  useLessonsOfType,
  useLessonTypes,
} from './lesson-types.api.ts';

const columns = (): readonly Column<LessonType>[] => [
  {
    id: 'icon',
    header: message('field.icon'),
    width: '4rem',
    narrow: 'picture',
    cell: (type) => <LessonTypeIcon type={type} />,
  },
  {
    id: 'title',
    header: message('field.title'),
    main: true,
    cell: ({ title }) => (
      <Text strong lines={2}>
        {title}
      </Text>
    ),
  },
  {
    id: 'updated',
    header: message('lessonTypeList.updated'),
    narrow: 'line',
    cell: ({ updatedAt }) => <DateText at={updatedAt} />,
  },
];

const toItem = ({ id, title }: LessonType) => ({ id, name: title });

/** The lesson types view. All lesson types are on one page. */
export function LessonTypeList() {
  const t = useMessages();
  const list = useListState([], {});
  const { data, error, isFetching, refetch } = useLessonTypes(list.search);
  const addedColumns = useListColumns('lesson-type', data, toItem);
  const fetchItem = useFetchLessonType();
  const created = useCreatedItem(list, data, isFetching);
  const editor = useItemEditor({
    itemType: t('itemType.lessonTypeCapital'),
    loadForm: async () =>
      (await import(/* webpackChunkName: "lesson-type-form" */ './lesson-type-form.tsx')).LessonTypeForm,
    fetchItem,
    onCreated: created.onCreated,
  });
  const lessons = useItemDialog({ name: 'lessons', itemType: t('itemType.lessonTypeCapital'), fetchItem });
  useHeaderAction(editor.create);

  const [deleting, setDeleting] = useState<LessonType | null>(null);

  return (
    <ViewBody>
      <Toolbar
        search={
          <SearchInput label={t('lessonTypeList.search')} value={list.search} onChange={list.setSearch} />
        }
        actions={<RecentlyDeletedButton {...lessonTypeKind.deleted} itemsLabel={t('itemType.lessonTypes')} />}
      />
      {created.notice}
      <Card flush>
        <DataTable
          caption={t('itemType.lessonTypesCapital')}
          columns={[...columns(), ...addedColumns]}
          rows={data}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
          refreshing={isFetching}
          error={listErrorProps(t('itemType.lessonTypesCapital'), error, refetch)}
          empty={
            <ListEmptyState
              title={t('lessonTypeList.empty')}
              hasActiveFilters={list.hasActiveFilters}
              onClear={list.clearFilters}
              createLabel={t('lessonTypeList.create')}
              onCreate={editor.create}
            />
          }
          actionsHeader={t('lessonTypeList.action')}
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
                  {t('lessonTypeList.viewLessons')}
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
  const t = useMessages();
  const { mutateAsync } = useDeleteLessonType();
  const lessons = useLessonCount({ lessonTypeId: String(type.id) });
  const quizzes = useQuizCount({ lessonTypeId: type.id });
  return (
    <DeleteDialog
      open
      onOpenChange={(open) => !open && onClose()}
      itemType={t('itemType.lessonType')}
      itemName={type.title}
      restorableDays={versionLimits.deletedDays}
      consequence={<LessonConsequence lessons={lessons} quizzes={quizzes} />}
      onConfirm={() => mutateAsync(type.id)}
      describeError={(error) => userMessageOf(error, messages.lessonType.deleteFailed)}
    />
  );
}

const Icon = styled.div`margin-bottom: ${space(4)};`;

/** The lessons of a lesson type. */
function LessonTypeDialog({ type, onClose }: { type: LessonType; onClose: () => void }) {
  const t = useMessages();
  return (
    <LessonsDialog
      title={type.title}
      description={t('lessonTypeList.lessonsOfType')}
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
