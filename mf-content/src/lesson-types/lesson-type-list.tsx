import {
  DeleteItemDialog,
  ItemAuditLog,
  ItemList,
  ItemTable,
  useFetchItem,
  useItemDialog,
  useRights,
} from '@khmer-learning/console-kit';
import { useListState } from '@khmer-learning/console-sdk';
import type { LessonType } from '@khmer-learning/contracts';
import { type Column, DateText, EyeIcon, MenuItem, space, Text } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { LessonConsequence } from '../deletion/consequences.tsx';
import { useLessonCount, useQuizCount } from '../deletion/deletion-counts.ts';
import { LessonsDialog } from '../lessons/lessons-dialog.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { LessonTypeIcon } from './lesson-type-icon.tsx';
import { lessonTypeKind, useLessonsOfType, useLessonTypes } from './lesson-types.api.ts';

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
    header: message('field.updated'),
    narrow: 'line',
    cell: ({ updatedAt }) => <DateText at={updatedAt} />,
  },
];

export function LessonTypeList() {
  const t = useMessages();
  const { mayPublish, mayChangeAll } = useRights();
  const list = useListState([], {});
  const types = useLessonTypes(list.search);
  const fetchItem = useFetchItem(lessonTypeKind);
  const itemType = t('itemType.lessonTypeCapital');
  const lessons = useItemDialog({ name: 'lessons', itemType, fetchItem });

  return (
    <ItemList
      kind={lessonTypeKind}
      itemType={itemType}
      itemsLabel={t('itemType.lessonTypes')}
      caption={t('itemType.lessonTypesCapital')}
      list={list}
      rows={types.data}
      query={types}
      mayCreate={mayPublish && mayChangeAll}
      mainLessonOf={() => null}
      withoutNeighbours
      loadForm={async () =>
        (await import(/* webpackChunkName: "lesson-type-form" */ './lesson-type-form.tsx')).LessonTypeForm
      }
      fetchItem={fetchItem}
      searchLabel={t('lessonTypeList.search')}
      deleteDialog={(type, onClose) => <DeleteLessonTypeDialog type={type} onClose={onClose} />}
    >
      {(items) => (
        <>
          <ItemTable
            items={items}
            columns={columns()}
            emptyTitle={t('lessonTypeList.empty')}
            createLabel={t('action.createLessonType')}
            actionsHeader={t('lessonTypeList.action')}
            menu={(type) => (
              <MenuItem icon={<EyeIcon aria-hidden="true" />} onSelect={() => lessons.show(type)}>
                {t('action.viewLessons')}
              </MenuItem>
            )}
          />
          {lessons.item === null ? null : <LessonTypeDialog type={lessons.item} onClose={lessons.close} />}
        </>
      )}
    </ItemList>
  );
}

function DeleteLessonTypeDialog({ type, onClose }: { type: LessonType; onClose: () => void }) {
  const lessons = useLessonCount({ lessonTypeId: String(type.id) });
  const quizzes = useQuizCount({ lessonTypeId: type.id });
  return (
    <DeleteItemDialog
      kind={lessonTypeKind}
      item={type}
      consequence={<LessonConsequence lessons={lessons} quizzes={quizzes} />}
      onClose={onClose}
    />
  );
}

const Icon = styled.div`margin-bottom: ${space(4)};`;

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
