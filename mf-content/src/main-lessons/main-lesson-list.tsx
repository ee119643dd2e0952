import {
  ClearFiltersButton,
  ItemList,
  ItemTable,
  ListFilter,
  listErrorProps,
  PublishStatus,
  toCandidates,
  useExactSearch,
  useFetchItem,
  useFetchOpenedItem,
  useItemDialog,
  usePageRows,
  usePendingStatusOptions,
  usePublishTogether,
  useReturnToList,
  useRights,
} from '@khmer-learning/console-kit';
import {
  formatViewAddress,
  useAddressedComment,
  useAddressedItem,
  useListState,
  useViewState,
} from '@khmer-learning/console-sdk';
import { type MainLesson, mainLessonSorts } from '@khmer-learning/contracts';
import {
  ArrowDownUpIcon,
  Button,
  type Column,
  CopyIcon,
  DateText,
  ErrorPanel,
  EyeIcon,
  loadMessages,
  MenuItem,
  Skeleton,
  Text,
  UploadIcon,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import type { CoursePageProps } from '../course/course-page.tsx';
import { DeleteMainLessonDialog } from '../deletion/delete-main-lesson-dialog.tsx';
import { contentStatusOptions, statusFilters } from '../lists/content-status-options.ts';
import { useCode } from '../lists/use-code.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { CatalogueOrderDialog } from './catalogue-order-dialog.tsx';
import { CoverImage } from './cover-image.tsx';
import { MainLessonDialog } from './main-lesson-dialog.tsx';
import {
  findChangesOfMainLesson,
  mainLessonKind,
  useDuplicateMainLesson,
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
    header: message('field.mainLesson'),
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

const viewAddress = formatViewAddress({ view: 'main_lessons', list: undefined, item: null });
const courseIdSchema = z.number().int().nullable();

export function MainLessonList() {
  const t = useMessages();
  const { mayChange, mayChangeAll, mayPublish } = useRights();
  const list = useListState(mainLessonSorts, { status: statusFilters });
  const { isExact, searchExactly } = useExactSearch(list.search);
  const filters = {
    search: list.search,
    status: list.filterParam('status'),
    sort: list.sort ?? undefined,
    limit: list.limit,
    offset: list.offset,
  };
  const page = useMainLessonPage(filters, isExact);
  const rows = usePageRows(list, page, ({ mainLessons }) => mainLessons);
  const pendingOptions = usePendingStatusOptions(list, rows);
  const lessons = useItemDialog({
    name: 'lessons',
    itemType: t('itemType.mainLessonCapital'),
    fetchItem: useFetchItem(mainLessonKind),
  });

  // A page is a place in the browser's history, as another page of the list is.
  const [courseId, setCourseId] = useViewState('course', courseIdSchema, null);
  const addressOf = useAddressedItem(courseId, setCourseId);
  useEffect(
    () => () => {
      // Whoever opens the view again begins with the list; with Back, the entry of the history still has the page.
      if (!window.location.hash.startsWith(viewAddress)) setCourseId(null);
    },
    [setCourseId],
  );

  // The list is sorted newest first, so the copy is on the first page.
  const duplication = useDuplicateMainLesson({ onDuplicated: list.resetToFirstPage });
  const [isOrdering, setIsOrdering] = useState(false);
  const [published, setPublished] = useState<MainLesson | null>(null);
  const { Dialog: PublishTogetherDialog, ...together } = usePublishTogether();

  return (
    <ItemList
      kind={mainLessonKind}
      name="form"
      itemType={t('itemType.mainLessonCapital')}
      itemsLabel={t('itemType.mainLessons')}
      caption={t('itemType.mainLessonsCapital')}
      list={list}
      rows={rows}
      query={page}
      mayCreate={mayChangeAll}
      mainLessonOf={({ id }) => id}
      loadForm={async () =>
        (await import(/* webpackChunkName: "main-lesson-form" */ './main-lesson-form.tsx')).MainLessonForm
      }
      fetchItem={useFetchOpenedItem(mainLessonKind)}
      searchLabel={t('mainLessonList.search')}
      searchedFor={{ text: page.data?.searchedFor, searchExactly }}
      filters={
        <>
          <ListFilter
            list={list}
            name="status"
            label={t('field.status')}
            allLabel={t('label.allStatuses')}
            options={[...contentStatusOptions(), ...pendingOptions]}
          />
          <ClearFiltersButton list={list} rows={rows} />
        </>
      }
      actions={
        <Button icon={<ArrowDownUpIcon aria-hidden="true" />} onClick={() => setIsOrdering(true)}>
          {t('catalogueOrder.title')}
        </Button>
      }
      deleteDialog={(lesson, onClose) => <DeleteMainLessonDialog lesson={lesson} onClose={onClose} />}
      page={({ editor }) =>
        courseId === null ? null : (
          <>
            <LazyCoursePage
              id={courseId}
              onEdit={() => editor.edit(courseId)}
              onClose={() => setCourseId(null, { mode: 'push' })}
            />
            <OpenForComment onOpen={() => editor.edit(courseId)} />
          </>
        )
      }
    >
      {(items) => (
        <>
          <ItemTable
            items={items}
            opening={{ onOpen: ({ id }) => setCourseId(id, { mode: 'push' }), addressOf }}
            columns={columns()}
            total={page.data}
            emptyTitle={t('mainLessonList.empty')}
            createLabel={t('mainLessonList.create')}
            isBusy={({ id }) => duplication.isPending && duplication.variables.id === id}
            menu={(lesson) => (
              <>
                <MenuItem icon={<EyeIcon aria-hidden="true" />} onSelect={() => lessons.show(lesson)}>
                  {t('action.viewLessons')}
                </MenuItem>
                {mayChangeAll ? (
                  <MenuItem
                    icon={<CopyIcon aria-hidden="true" />}
                    onSelect={() => duplication.mutate(lesson)}
                  >
                    {t('action.duplicate')}
                  </MenuItem>
                ) : null}
                {mayPublish && mayChange(lesson.id) ? (
                  <MenuItem
                    icon={<UploadIcon aria-hidden="true" />}
                    onSelect={() => {
                      setPublished(lesson);
                      together.open();
                    }}
                  >
                    {t('mainLessonList.publishAll')}
                  </MenuItem>
                ) : null}
              </>
            )}
          />
          {published === null || PublishTogetherDialog === null ? null : (
            <PublishTogetherDialog
              chosen={toCandidates('main-lesson', [rows?.find(({ id }) => id === published.id) ?? published])}
              findOffered={(api, signal) => findChangesOfMainLesson(api, published.id, signal)}
              selectsOffered
              onClose={together.close}
            />
          )}
          {isOrdering ? <CatalogueOrderDialog onClose={() => setIsOrdering(false)} /> : null}
          {lessons.item === null ? null : <MainLessonDialog lesson={lessons.item} onClose={lessons.close} />}
        </>
      )}
    </ItemList>
  );
}

/** Opens the form when the address names a comment in the main lesson. */
function OpenForComment({ onOpen }: { onOpen: () => void }) {
  const comment = useAddressedComment();
  const open = useEffectEvent(onOpen);
  useEffect(() => {
    if (comment !== null) open();
  }, [comment]);
  return null;
}

/** The page of a main lesson, which is loaded with the first one. Whoever leaves it comes back to where they were in the list. */
function LazyCoursePage(props: CoursePageProps) {
  const t = useMessages();
  useReturnToList();
  const { data, error, isFetching, refetch } = useCode('course-page', async () => {
    const { CoursePage } = await import(/* webpackChunkName: "course-page" */ '../course/course-page.tsx');
    await loadMessages();
    return { CoursePage };
  });
  // The lessons of one main lesson are not those of another one: the page begins anew.
  if (data !== undefined) return <data.CoursePage key={props.id} {...props} />;
  const failure = listErrorProps(t('itemType.mainLessonCapital'), error, refetch);
  return (
    <ViewBody>
      {failure === undefined ? (
        <Skeleton height="16rem" />
      ) : (
        <ErrorPanel {...failure} retrying={isFetching} />
      )}
    </ViewBody>
  );
}
