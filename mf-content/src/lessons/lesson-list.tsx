import {
  ClearFiltersButton,
  ItemList,
  ItemTable,
  type ListColumn,
  ListFilter,
  MatchLine,
  PublishStatus,
  SelectAll,
  useExactSearch,
  useFetchOpenedItem,
  useMatchLines,
  usePageRows,
  usePendingStatusOptions,
  useRights,
  useSelection,
} from '@khmer-learning/console-kit';
import { useAddressedItem, useApi, useListState } from '@khmer-learning/console-sdk';
import {
  type LessonSummary,
  lessonLevels,
  lessonQuizzes,
  lessonRecordings,
  lessonSorts,
  lessons,
  type MatchedItem,
} from '@khmer-learning/contracts';
import { Badge, CopyIcon, DateText, EyeIcon, LevelBadge, MenuItem, Text } from '@khmer-learning/ui-kit';
import { LessonSelectionBar } from '../bulk/selection-bar.tsx';
import { DeleteLessonDialog } from '../deletion/delete-lesson-dialog.tsx';
import { LessonTypeIcon } from '../lesson-types/lesson-type-icon.tsx';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import {
  contentStatusOptions,
  lessonLevelOptions,
  lessonQuizOptions,
  lessonRecordingsOptions,
  statusFilters,
} from '../lists/content-status-options.ts';
import { useAllMainLessons } from '../main-lessons/use-all-main-lessons.ts';
import { message, useMessages } from '../messages/messages.ts';
import { useLessonPreview } from '../preview/use-lesson-preview.tsx';
import { lessonKind, useDuplicateLesson, useLessonPage } from './lessons.api.ts';

const columns = (
  courses: ReadonlyMap<number, string>,
  matches: ReadonlyMap<number, MatchedItem>,
): readonly ListColumn<LessonSummary>[] => [
  {
    id: 'lesson',
    header: message('itemType.lessonCapital'),
    main: true,
    sort: 'title',
    icon: ({ lessonType }) => <LessonTypeIcon type={lessonType} />,
    cell: ({ title }) => (
      <Text strong lines={2}>
        {title}
      </Text>
    ),
    description: ({ id, description }) => {
      const match = matches.get(id);
      return match ? (
        <MatchLine match={match} />
      ) : (
        <Text size="small" muted lines={1}>
          {description}
        </Text>
      );
    },
  },
  {
    id: 'course',
    header: message('field.mainLesson'),
    cell: ({ mainLessonId }) => (
      <Text size="small" lines={2}>
        {courses.get(mainLessonId) ?? ''}
      </Text>
    ),
  },
  {
    id: 'type',
    header: message('lessonList.type'),
    width: '7.75rem',
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
    id: 'recordings',
    header: message('lessonList.recordings'),
    optional: true,
    narrow: 'line',
    cell: ({ words = 0, recordedWords = 0 }) =>
      words === 0 ? null : (
        <Badge tone={recordedWords < words ? 'yellow' : 'green'}>
          {message('lessonList.recorded', { recorded: recordedWords, words })}
        </Badge>
      ),
  },
  {
    id: 'quiz',
    header: message('lessonList.quiz'),
    optional: true,
    narrow: 'line',
    cell: ({ quiz = 'none' }) =>
      quiz === 'none' ? (
        <Text as="span" size="small" muted>
          {message('lessonList.quiz.none')}
        </Text>
      ) : (
        <Badge tone={quiz === 'active' ? 'green' : 'yellow'}>{message(`lessonList.quiz.${quiz}`)}</Badge>
      ),
  },
  {
    id: 'updated',
    header: message('field.updated'),
    sort: 'updatedAt',
    cell: ({ updatedAt }) => <DateText at={updatedAt} />,
  },
];

export function LessonList() {
  const t = useMessages();
  const api = useApi();
  const { mayChange } = useRights();
  const types = useLessonTypes();
  const typeValues = types.data?.map(({ title }) => title.toLowerCase());
  const mainLessons = useAllMainLessons();
  const courses = new Map(mainLessons.data?.mainLessons.map(({ id, title }) => [id, title]));
  const list = useListState(lessonSorts, {
    level: lessonLevels,
    type: typeValues,
    course: mainLessons.data?.mainLessons.map(({ id }) => String(id)),
    status: statusFilters,
    recordings: lessonRecordings,
    quiz: lessonQuizzes,
  });
  const filters = {
    search: list.search,
    level: list.filterParam('level'),
    type: list.filterParam('type'),
    mainLessonId: list.filterParam('course'),
    status: list.filterParam('status'),
    recordings: list.filterParam('recordings'),
    quiz: list.filterParam('quiz'),
    sort: list.sort ?? undefined,
    limit: list.limit,
    offset: list.offset,
  };
  const courseId = Number(list.filterParam('course') ?? 0);
  const { isExact, searchExactly } = useExactSearch(list.search);
  const page = useLessonPage(filters, isExact);
  const rows = usePageRows(list, page, ({ lessons }) => lessons);
  const matches = useMatchLines(lessons.searchMatches, page.data?.searchedFor ?? list.search, rows);
  const pendingOptions = usePendingStatusOptions(list, rows);

  // The list is sorted newest first, so the copy is on the first page.
  const duplication = useDuplicateLesson({ onDuplicated: list.resetToFirstPage });
  const selection = useSelection(rows ?? []);
  const preview = useLessonPreview();
  const showPreview = (id: number | null) => {
    if (id === null) preview.close();
    else preview.open(rows?.find((lesson) => lesson.id === id) ?? { id });
  };
  useAddressedItem(preview.openId, showPreview, 'preview');

  return (
    <ItemList
      kind={lessonKind}
      itemType={t('itemType.lessonCapital')}
      itemsLabel={t('itemType.lessons')}
      caption={t('itemType.lessonsCapital')}
      list={list}
      rows={rows}
      query={page}
      mainLessonOf={({ mainLessonId }) => mainLessonId}
      loadForm={async () =>
        (await import(/* webpackChunkName: "lesson-form" */ './lesson-form.tsx')).LessonForm
      }
      fetchItem={useFetchOpenedItem(lessonKind)}
      preset={courseId > 0 && mayChange(courseId) ? { mainLessonId: courseId } : undefined}
      searchLabel={t('lessonList.search')}
      searchedFor={{ text: page.data?.searchedFor, searchExactly }}
      filters={
        <>
          <ListFilter
            list={list}
            name="course"
            label={t('field.mainLesson')}
            allLabel={t('lessonList.allCourses')}
            options={[...courses].map(([id, title]) => ({ value: String(id), label: title }))}
          />
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
            allLabel={t('label.allStatuses')}
            options={[...contentStatusOptions(), ...pendingOptions]}
          />
          <ListFilter
            list={list}
            name="recordings"
            label={t('lessonList.recordings')}
            allLabel={t('lessonList.allRecordings')}
            options={lessonRecordingsOptions()}
          />
          <ListFilter
            list={list}
            name="quiz"
            label={t('lessonList.quiz')}
            allLabel={t('lessonList.allQuizzes')}
            options={lessonQuizOptions()}
          />
          <ClearFiltersButton list={list} rows={rows} />
        </>
      }
      deleteDialog={(lesson, onClose) => (
        <DeleteLessonDialog
          lesson={lesson}
          onDeleted={() => selection.deselect(lesson.id)}
          onClose={onClose}
        />
      )}
    >
      {(items) => (
        <>
          <LessonSelectionBar
            selected={selection.rows}
            selectAll={
              <SelectAll
                key={JSON.stringify({ ...filters, offset: 0 })}
                rows={rows ?? []}
                selection={selection}
                total={page.data}
                load={async (part, signal) => {
                  const search = page.data?.searchedFor ?? filters.search;
                  const query = { ...filters, search, ...part, sections: 'false' } as const;
                  return (await api.call(lessons.list, { query }, { signal })).lessons;
                }}
              />
            }
            onDeselect={selection.deselect}
            onClear={selection.clear}
          />
          <ItemTable
            items={items}
            columns={columns(courses, matches)}
            findIn={({ id }) => matches.get(id)}
            total={page.data}
            emptyTitle={t('lessonList.empty')}
            emptyHint={t('lessonList.emptyHint')}
            createLabel={t('lessonList.create')}
            selection={{ selected: selection.ids, onChange: selection.select }}
            isBusy={({ id }) =>
              preview.isOpening(id) || (duplication.isPending && duplication.variables.id === id)
            }
            menu={(lesson) => (
              <>
                <MenuItem icon={<EyeIcon aria-hidden="true" />} onSelect={() => showPreview(lesson.id)}>
                  {t('action.preview')}
                </MenuItem>
                {mayChange(lesson.mainLessonId) ? (
                  <MenuItem
                    icon={<CopyIcon aria-hidden="true" />}
                    onSelect={() => duplication.mutate(lesson)}
                  >
                    {t('action.duplicate')}
                  </MenuItem>
                ) : null}
              </>
            )}
          />
          {preview.dialog}
        </>
      )}
    </ItemList>
  );
}
